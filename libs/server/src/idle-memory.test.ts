import { cachedDataVersionTag, getHeapStatistics } from 'node:v8'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IdleMemory } from './idle-memory.ts'

const WORTHWHILE_BYTES = 16 * 1024 * 1024
const readHeapSize = (): number => getHeapStatistics().total_heap_size

/** The size of a heap that has grown by more than WORTHWHILE_BYTES, and whose new objects nobody needs any more. */
const growHeap = (): number => {
  const begun = readHeapSize()
  const kept: object[] = []
  while (readHeapSize() < begun + 2 * WORTHWHILE_BYTES) kept.push({ count: kept.length, text: [kept.length] })
  return readHeapSize()
}

/** A number that depends on the flags of V8. */
const FLAGS = cachedDataVersionTag()

let memory: IdleMemory
beforeEach(() => {
  vi.useFakeTimers()
  memory = new IdleMemory({ quietMs: 1 })
})
afterEach(() => {
  memory.stop()
  vi.useRealTimers()
})

it('gives memory back after a time without requests, and then only after the heap has grown again', () => {
  for (let time = 0; time < 2; time += 1) {
    const grown = growHeap()
    vi.advanceTimersByTime(1)
    expect(readHeapSize()).toBeLessThan(grown - WORTHWHILE_BYTES)
  }
  const unused = new WeakRef({})
  vi.advanceTimersByTime(1)
  expect(unused.deref()).toBeDefined()
})

it('does not disturb requests', () => {
  memory.noteRequest()
  const grown = growHeap()
  vi.advanceTimersByTime(1)
  expect(readHeapSize()).toBeGreaterThanOrEqual(grown)
  vi.advanceTimersByTime(1)
  expect(readHeapSize()).toBeLessThan(grown - WORTHWHILE_BYTES)
})

it('leaves the flags of V8 as they were, so that later modules come from the cache of compiled code', () => {
  growHeap()
  vi.advanceTimersByTime(1)
  expect(cachedDataVersionTag()).toBe(FLAGS)
})

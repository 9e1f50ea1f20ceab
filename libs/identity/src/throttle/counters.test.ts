import { afterEach, expect, test, vi } from 'vitest'
import { createCounters } from './counters.ts'

afterEach(() => void vi.useRealTimers())

test('a counter in memory keeps a limited number of keys, and drops the least recently used keys', async () => {
  const counter = createCounters(3)('failures', 60)
  for (const key of ['a', 'b', 'c', 'a', 'd']) await counter.penalty(key)
  const counts = await Promise.all(['a', 'b', 'c', 'd'].map((key) => counter.get(key)))
  expect(counts.map((count) => count?.consumedPoints ?? null)).toEqual([2, null, 1, 1])
})

test('a key starts again after its time, and a deleted key at once', async () => {
  vi.useFakeTimers()
  const counter = createCounters(3)('failures', 60)
  await counter.penalty('a', 5)
  vi.advanceTimersByTime(60_001)
  expect((await counter.penalty('a')).consumedPoints).toBe(1)
  await counter.delete('a')
  expect((await counter.penalty('a')).consumedPoints).toBe(1)
})

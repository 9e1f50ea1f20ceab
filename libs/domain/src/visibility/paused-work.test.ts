import { describe, expect, test } from 'vitest'
import { PausedWork } from './paused-work.ts'

const BUSY_MS = 3

/** Makes a row as slowly as a hundred rights do. */
const block = (ms: number): void => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/** Counts the turns of the event loop during some work. */
const countTurns = async (work: () => Promise<unknown>): Promise<number> => {
  let [turns, hasEnded] = [0, false]
  const next = (): void => {
    if (hasEnded) return
    turns += 1
    setImmediate(next)
  }
  setImmediate(next)
  await work()
  hasEnded = true
  return turns
}

const LIST = Array.from({ length: 64 }, (_, place) => place)

describe('C12.5 work on many rows', () => {
  test('answers others in between, and makes the rows in their order', async () => {
    const work = new PausedWork()
    const made = work.map(LIST, (row) => {
      block(BUSY_MS)
      return row + 1
    })
    expect(work.isUnfinished).toBe(true)
    expect(await countTurns(() => work.finish())).toBeGreaterThan(2)
    expect(made).toEqual(LIST.map((row) => row + 1))
  })

  test('pauses in lists at any depth', async () => {
    const work = new PausedWork()
    const made = work.map([0], () => ({
      inner: work.map(LIST, () =>
        work.map([1, 2], (row) => {
          block(BUSY_MS)
          return row
        }),
      ),
    }))
    expect(await countTurns(() => work.finish())).toBeGreaterThan(2)
    expect(made).toEqual([{ inner: LIST.map(() => [1, 2]) }])
  })

  test('throws the error of a row that it makes after a pause', async () => {
    const work = new PausedWork()
    work.map(LIST, (row) => {
      block(BUSY_MS)
      if (row === 63) throw new Error('refused')
    })
    await expect(work.finish()).rejects.toThrow('refused')
  })

  test('has no pause for quick rows', () => {
    const work = new PausedWork()
    expect(work.map(LIST, (row) => row)).toEqual(LIST)
    expect(work.isUnfinished).toBe(false)
  })
})

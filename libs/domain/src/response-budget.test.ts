import { describe, expect, test } from 'vitest'
import { ResponseBudget, measureSize } from './response-budget.ts'

const createRows = (bytes: number) => [{ content: 'x'.repeat(bytes) }]

describe('C12.5 the bytes that a request may load', () => {
  test('reads that fit run at once, and leave what they did not use', async () => {
    const budget = new ResponseBudget(1_000)
    const asked: (number | null)[] = []
    const read = (bound: number, bytes: number) =>
      budget.read(bound, async (most) => {
        asked.push(most)
        return createRows(bytes)
      })
    await Promise.all([read(400, 80), read(400, 80), read(100, 0)])
    await read(700, 0)
    expect(asked).toEqual([null, null, null, null])
  })

  test('reads that may not fit take turns, each with what the others have left', async () => {
    const budget = new ResponseBudget(1_000)
    const asked: (number | null)[] = []
    let running = 0
    const read = () =>
      budget.read(5_000, async (most) => {
        asked.push(most)
        running += 1
        expect(running).toBe(1)
        await Promise.resolve()
        running -= 1
        return createRows(284)
      })
    await Promise.all([read(), read(), read()])
    expect(asked).toEqual([1_000, 694, 388])
  })

  test('a read that fails takes nothing and stops nobody', async () => {
    const budget = new ResponseBudget(1_000)
    const failed = budget.read(2_000, () => Promise.reject(new Error('too large')))
    const next = budget.read(2_000, async (most) => [{ most }])
    await expect(failed).rejects.toThrow('too large')
    expect(await next).toEqual([{ most: 1_000 }])
  })
})

test.each([
  ['a text', 'x'.repeat(100), 103],
  ['members with their names', { name: 'x', list: [1, 2] }, 6 + 4 + 4 + 6 + 4 + 6 + 6],
  ['nothing', null, 6],
])('C12.5 the size of %s', (_, value, size) => expect(measureSize(value, 1_000)).toBe(size))

test('C12.5 the size of a deep or a shared value is counted no further than the limit', () => {
  let deep: unknown = 'x'
  for (let depth = 0; depth < 200_000; depth += 1) deep = [deep]
  expect(measureSize(deep, 100)).toBeLessThan(200)
  expect(measureSize(deep, Number.MAX_SAFE_INTEGER)).toBe(200_000 * 6 + 4)
  const text = 'x'.repeat(1_000)
  expect(measureSize(Array<string>(1_000_000).fill(text), 10_000)).toBeLessThan(12_000)
})

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { responseHasNoRoom, responseTooLarge, ResponseBudget, measureSize } from './response-budget.ts'

/** Collects all garbage. Node gives the function to new contexts alone. */
const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

const createRows = (bytes: number) => ({ rows: [{ content: 'x'.repeat(bytes) }], bytes: null })

describe('C12.5 the bytes that a request may load', () => {
  test('reads that fit run at once, and return the unused part of their budget', async () => {
    const budget = new ResponseBudget(1_000)
    const asked: (number | null)[] = []
    const read = (bound: number, bytes: number) =>
      budget.read(bound, async (most) => {
        asked.push(most)
        return createRows(bytes)
      })
    await Promise.all([read(400, 80), read(400, 80), read(100, 0)])
    await read(700, 0)
    expect(asked).toEqual([400, 400, 100, 700])
  })

  test('reads that may not fit run one after the other, each with the rest of the budget', async () => {
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

  test('the sum of the database takes the place of a measure', async () => {
    const budget = new ResponseBudget(1_000)
    const asked: number[] = []
    const read = () =>
      budget.read(5_000, async (most) => {
        asked.push(most)
        return { rows: ['x'.repeat(900)], bytes: 600 }
      })
    await read()
    await read()
    expect(asked).toEqual([1_000, 400])
  })

  test('C15.4 keeps no rows, because a response can wait long for its client', async () => {
    const budget = new ResponseBudget(1_000)
    const read = async (): Promise<WeakRef<object>> =>
      new WeakRef(await budget.read(5_000, async () => ({ rows: [{}], bytes: 600 })))
    const rows = await read()
    // A weak reference keeps its object until the end of the turn of the event loop.
    await new Promise(setImmediate)
    collectGarbage()
    expect([rows.deref(), budget.limit]).toEqual([undefined, 1_000])
  })

  test('a failed read uses no budget and does not stop other reads', async () => {
    const budget = new ResponseBudget(1_000)
    const failed = budget.read(2_000, () => Promise.reject(new Error('too large')))
    const next = budget.read(2_000, async (most) => ({ rows: [{ most }], bytes: null }))
    await expect(failed).rejects.toThrow('too large')
    expect(await next).toEqual([{ most: 1_000 }])
  })
})

describe('C15.4 a read that may be large', () => {
  const MEBIBYTE = 1_048_576
  const LIMIT = 16 * MEBIBYTE
  /** Reads rows of the size, and returns the limits of its loads and the loads that waited in line. */
  const read = async (bytes: number, { room = Infinity, bound = 2 * LIMIT, keepsConnection = false }) => {
    const asked: (number | null)[] = []
    let waited = 0
    const inLine = <Result>(load: () => Promise<Result>): Promise<Result> => {
      waited += 1
      return load()
    }
    const budget = new ResponseBudget(LIMIT, { room: () => room, inLine })
    const load = async (most: number | null) => {
      asked.push(most)
      if (most !== null && bytes > most) throw responseTooLarge(LIMIT, 'Select less.')
      return createRows(bytes)
    }
    const outcome = await budget.read(bound, load, { keepsConnection }).then(
      () => 'rows',
      (error: unknown) => error,
    )
    return { asked, waited, outcome }
  }

  test('loads a small result at once', async () => {
    expect(await read(1_000, { room: 0 })).toEqual({ asked: [MEBIBYTE], waited: 0, outcome: 'rows' })
    expect(await read(1_000, { room: 0, bound: 4 * MEBIBYTE })).toMatchObject({
      asked: [4 * MEBIBYTE],
      waited: 0,
    })
  })

  test('waits in line with a large result, and loads no more than has room', async () => {
    const large = { asked: [MEBIBYTE, LIMIT], waited: 1, outcome: 'rows' }
    expect(await read(3 * MEBIBYTE, {})).toEqual(large)
    expect(await read(3 * MEBIBYTE, { room: 4 * MEBIBYTE })).toMatchObject({
      asked: [MEBIBYTE, 4 * MEBIBYTE],
      outcome: 'rows',
    })
  })

  test('is refused for a while without room, and for ever above the limit of a response', async () => {
    expect((await read(3 * MEBIBYTE, { room: 2 * MEBIBYTE })).outcome).toEqual(responseHasNoRoom())
    expect(await read(3 * MEBIBYTE, { room: -1 })).toMatchObject({
      asked: [MEBIBYTE],
      outcome: responseHasNoRoom(),
    })
    expect((await read(2 * LIMIT, {})).outcome).toEqual(responseTooLarge(LIMIT, 'Select less.'))
  })

  test('does not wait in line in a transaction, which a refused load would end', async () => {
    const once = { asked: [LIMIT], waited: 0, outcome: 'rows' }
    expect(await read(3 * MEBIBYTE, { keepsConnection: true })).toEqual(once)
    expect(await read(1_000, { keepsConnection: true, room: -1 })).toEqual({ ...once, asked: [MEBIBYTE] })
  })
})

test.each([
  ['a text', 'x'.repeat(100), 103],
  ['members with their names', { name: 'x', list: [1, 2] }, 6 + 4 + 4 + 6 + 4 + 6 + 6],
  ['nothing', null, 6],
])('C12.5 the size of %s', (_, value, size) => expect(measureSize(value, 1_000)).toBe(size))

test('C12.5 the size of a deep or shared value is counted no further than the limit', () => {
  let deep: unknown = 'x'
  for (let depth = 0; depth < 200_000; depth += 1) deep = [deep]
  expect(measureSize(deep, 100)).toBeLessThan(200)
  expect(measureSize(deep, Number.MAX_SAFE_INTEGER)).toBe(200_000 * 6 + 4)
  const text = 'x'.repeat(1_000)
  expect(measureSize(Array<string>(1_000_000).fill(text), 10_000)).toBeLessThan(12_000)
})

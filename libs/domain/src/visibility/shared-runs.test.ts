import { describe, expect, it } from 'vitest'
import type { Caller } from '../access/content-policy.ts'
import type { Context } from '../context/context.ts'
import type { UserId } from '../rules/ids.ts'
import { aContext } from '../testing/builders.ts'
import { SharedRuns } from './shared-runs.ts'

const DATABASE = {}

const reading = (id: number | null, source: object | null = DATABASE): Pick<Context, 'stores' | 'caller'> => {
  const { stores, caller } = aContext()
  const reader = Object.assign(Object.create(stores.reader), { source })
  return {
    stores: Object.assign(Object.create(stores), { reader }),
    caller: { ...caller, id: id as UserId | null } satisfies Caller,
  }
}

const setUp = () => {
  const runs = new SharedRuns<number>()
  let count = 0
  const read = (context = reading(1), values: object = {}) =>
    runs.run(context, values, async () => (count += 1))
  return { runs, read, count: () => count }
}

describe('runs of one read', () => {
  it('are shared by equal reads of one turn of the event loop', async () => {
    const { read, count } = setUp()
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
    expect(count()).toBe(1)
  })

  it('begin after all of their reads have arrived', async () => {
    const { read, count } = setUp()
    const first = read()
    await Promise.resolve()
    expect(count()).toBe(0)
    expect(await Promise.all([first, read()])).toEqual([1, 1])
  })

  it('are new for a read that comes while one runs', async () => {
    const runs = new SharedRuns<string>()
    const { promise, resolve } = Promise.withResolvers<string>()
    const early = runs.run(reading(1), {}, () => promise)
    await new Promise((next) => setImmediate(() => setImmediate(next)))
    const late = runs.run(reading(1), {}, async () => 'late')
    resolve('early')
    expect(await Promise.all([early, late])).toEqual(['early', 'late'])
  })

  it.each([
    ['another caller', reading(2), {}],
    ['nobody', reading(null), {}],
    ['a client without a user', { ...reading(null), caller: { ...reading(null).caller, client: 'app' } }, {}],
    ['other values', reading(1), { id: 'b' }],
    ['another database', reading(1, {}), {}],
    ['a transaction', reading(1, null), {}],
  ])('are not shared with %s', async (_, other, values) => {
    const { read, count } = setUp()
    await Promise.all([read(), read(other, values)])
    expect(count()).toBe(2)
  })

  it('fail for all of their reads, and run again later', async () => {
    const runs = new SharedRuns<string>()
    const fail = () => runs.run(reading(1), {}, () => Promise.reject(new Error('broken')))
    const outcomes = await Promise.allSettled([fail(), fail()])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await runs.run(reading(1), {}, async () => 'well')).toBe('well')
  })
})

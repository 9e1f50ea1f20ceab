import { restrict } from '@content-service/authz/restrict'
import { reloadable } from '@content-service/authz/reload'
import { beforeEach, describe, expect, it } from 'vitest'
import { contentPolicy } from '../service/content-types.ts'
import type { Context } from '../context/context.ts'
import { RateLimited } from '../rules/errors.ts'
import { PlanCache } from '../reading/plan-cache.ts'
import { callerOf } from '../testing/builders.ts'
import { aWorld, type World } from '../testing/world.ts'
import { PlanKind } from './plan-kind.ts'

let world: World
let plans: PlanKind<{ readonly made: number }>
let made: number
beforeEach(async () => {
  world = await aWorld()
  plans = new PlanKind()
  made = 0
})

const find = (context: Context, key = 'a query') => plans.find(context, key, async () => ({ made: ++made }))
const findTwice = async (context: Context, key?: string) => {
  find(context, key)
  find(context, key)
  await Promise.resolve()
  return find(context, key)
}

describe('a plan', () => {
  it('is made when a read comes for the second time, and then stays', async () => {
    const context = world.as(world.people.READER)
    expect([find(context), find(context)]).toEqual([null, null])
    await Promise.resolve()
    expect([find(context), find(context)]).toEqual([{ made: 1 }, { made: 1 }])
  })

  it('is made for the next caller if this one has too few requests left', async () => {
    const context = world.as(world.people.READER)
    find(context)
    plans.find(context, 'a query', () => Promise.reject(new RateLimited('Wait.', 1)))
    await Promise.resolve()
    await Promise.resolve()
    expect(find(context)).toBeNull()
    await Promise.resolve()
    expect(find(context)).toEqual({ made: 1 })
  })

  it('serves other users with the same rights', async () => {
    const { READER } = world.people
    expect(await findTwice(world.as(READER))).toEqual({ made: 1 })
    const other = { ...callerOf(READER), id: 4711 as never }
    expect(find({ ...world.as(READER), caller: other })).toEqual({ made: 1 })
  })

  it('never serves a caller with other roles, permissions or scopes, another key, database, model or policy', async () => {
    const { READER, EDITOR } = world.people
    const context = world.as(READER)
    await findTwice(context)
    const caller = callerOf(READER)
    const scoped = restrict(contentPolicy, caller, ['articles:read'])
    const policy = reloadable(contentPolicy)
    const reloaded = { ...context, policy }
    expect(await findTwice(reloaded)).toEqual({ made: 1 })
    await policy.replace(() => ({ ...contentPolicy, permissions: [...contentPolicy.permissions] }))
    const others: readonly Context[] = [
      world.as(EDITOR),
      world.as(null),
      { ...context, caller: scoped },
      // Each database and each model has a cache of its own.
      {
        ...context,
        stores: { ...context.stores, reader: { ...context.stores.reader, plans: new PlanCache() } },
      },
      { ...context, caller: { ...caller, permissions: ['users:read'] } },
      reloaded,
    ]
    for (const [place, other] of others.entries()) expect(await findTwice(other)).toEqual({ made: place + 2 })
    expect(await findTwice(context, 'another query')).toEqual({ made: others.length + 2 })
  })

  it('has no use if the policy changed while it was made, not even after a change back', async () => {
    const policy = reloadable(contentPolicy)
    const context = { ...world.as(world.people.READER), policy }
    const { promise, resolve } = Promise.withResolvers<{ readonly made: number }>()
    plans.find(context, 'a query', () => promise)
    plans.find(context, 'a query', () => promise)
    await policy.replace(() => ({ ...contentPolicy, permissions: [...contentPolicy.permissions] }))
    resolve({ made: 1 })
    await promise
    await policy.replace(() => contentPolicy)
    expect(find(context)).toBeNull()
  })

  it('stays while another principal asks many different questions, with all its credentials', async () => {
    const { READER, AUTHOR } = world.people
    await findTwice(world.as(READER))
    for (let count = 0; count < 4_000; count += 1) {
      const caller = { ...callerOf(AUTHOR), restrictedTo: [`scope ${count % 50}`] as never }
      await findTwice({ ...world.as(AUTHOR), caller }, `query ${count}`)
    }
    expect(find(world.as(READER))).toEqual({ made: 1 })
  })

  it('of another kind is another plan, and all kinds share a bound', async () => {
    const reader = world.as(world.people.READER)
    const others = new PlanKind<{ readonly of: string }>()
    await findTwice(reader)
    const findOther = (name: string) => others.find(reader, name, async () => ({ of: name }))
    expect([findOther('a query'), findOther('a query')]).toEqual([null, null])
    await Promise.resolve()
    expect([find(reader), findOther('a query')]).toEqual([{ made: 1 }, { of: 'a query' }])
    for (let count = 0; count < 400; count += 1) findOther(`query ${count}`)
    expect(find(reader)).toBeNull()
  })

  it('that fails leaves its reads without a plan', async () => {
    const context = world.as(null)
    let tries = 0
    const fail = () => plans.find(context, 'fails', () => Promise.reject(new Error(String(++tries))))
    for (let count = 0; count < 5; count += 1) {
      expect(fail()).toBeNull()
      await Promise.resolve()
    }
    expect(tries).toBe(1)
  })
})

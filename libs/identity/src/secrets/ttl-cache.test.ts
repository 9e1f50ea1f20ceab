import type { User, UserId } from '@content-service/domain'
import { describe, expect, test } from 'vitest'
import { aUser, NOON } from '../testing/accounts.ts'
import { TtlCache } from './ttl-cache.ts'

const ADA = 7 as UserId

/** A cache over a source that counts its reads, and a clock that the test sets. */
const aCache = (source: (id: UserId, reads: number) => Promise<User | null>) => {
  const world = { now: NOON.getTime(), reads: 0 }
  const find = (id: UserId) => {
    world.reads += 1
    return source(id, world.reads)
  }
  return { world, cache: new TtlCache(find, () => new Date(world.now)) }
}
const createVersion = (id: UserId, version: number): Promise<User> =>
  Promise.resolve(aUser(id, 'ada', { version }))

describe('C7.2 users are read through a cache of at most 5 s', () => {
  test('one read serves all callers within 5 s, and no later caller', async () => {
    const { world, cache } = aCache(createVersion)
    await cache.get(ADA)
    world.now += 4_999
    expect((await cache.get(ADA))?.version).toBe(1)
    world.now += 1
    expect((await cache.get(ADA))?.version).toBe(2)
  })

  test('the age counts from the beginning of the read', async () => {
    const { world, cache } = aCache(async (id, reads) => {
      if (reads === 1) world.now += 4_000
      return createVersion(id, reads)
    })
    await cache.get(ADA)
    world.now += 1_000
    expect((await cache.get(ADA))?.version).toBe(2)
  })

  test('a forgotten value is read again, even if its read still runs', async () => {
    const first = Promise.withResolvers<User>()
    const { cache } = aCache((id, reads) => (reads === 1 ? first.promise : createVersion(id, reads)))
    const early = cache.get(ADA)
    cache.forget(ADA)
    expect((await cache.get(ADA))?.version).toBe(2)
    first.resolve(await createVersion(ADA, 1))
    expect((await early)?.version).toBe(1)
    expect((await cache.get(ADA))?.version).toBe(2)
    cache.clear()
    expect((await cache.get(ADA))?.version).toBe(3)
  })

  test('a clock that is set back does not keep old users in the cache', async () => {
    const { world, cache } = aCache(createVersion)
    await cache.get(ADA)
    world.now -= 3_600_000
    expect((await cache.get(ADA))?.version).toBe(2)
  })

  test('a missing user is cached, too, for the same time', async () => {
    const { world, cache } = aCache(async () => null)
    expect(await cache.get(ADA)).toBeNull()
    expect(await cache.get(ADA)).toBeNull()
    expect(world.reads).toBe(1)
  })

  test('each user has an entry', async () => {
    const { cache } = aCache(async (id) => aUser(id, `user${id}`))
    const names = await Promise.all([1, 2].map((id) => cache.get(id as UserId)))
    expect(names.map((user) => user?.username)).toEqual(['user1', 'user2'])
  })

  test('callers during a read share the read', async () => {
    const { world, cache } = aCache(createVersion)
    await Promise.all([cache.get(ADA), cache.get(ADA), cache.get(ADA)])
    expect(world.reads).toBe(1)
  })

  test('the callers of a failed read get its error, which is not cached', async () => {
    const { cache } = aCache(async (id, reads) => {
      if (reads === 1) throw new Error('the database is away')
      return createVersion(id, reads)
    })
    await expect(cache.get(ADA)).rejects.toThrow('away')
    expect((await cache.get(ADA))?.version).toBe(2)
  })
})

describe('the cache is bounded', () => {
  test('to 10,000 users, and drops the oldest user first', async () => {
    const { world, cache } = aCache(async (id) => aUser(id, 'somebody'))
    const get = (id: number) => cache.get(id as UserId)
    for (let id = 1; id <= 10_001; id += 1) await get(id)
    await get(2)
    expect(world.reads).toBe(10_001)
    await get(1)
    expect(world.reads).toBe(10_002)
  })

  test('long settings of many users take no more than 16 MiB', async () => {
    const long = { note: 'x'.repeat(60_000) } as never
    const { world, cache } = aCache(async (id) => aUser(id, `user${id}`, { settings: long }))
    for (let id = 1; id <= 400; id += 1) await cache.get(id as UserId)
    world.reads = 0
    for (let id = 400; id >= 1; id -= 1) await cache.get(id as UserId)
    expect(world.reads).toBeGreaterThan(120)
    expect(world.reads).toBeLessThan(200)
  })
})

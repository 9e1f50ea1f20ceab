import { describe, expect, test } from 'vitest'
import { digest } from '../secrets/secrets.ts'
import { aUser, NOON } from '../testing/accounts.ts'
import { MemoryApiKeys } from '../testing/memory-api-keys.ts'
import { createApiKey } from '../secrets/api-key-text.ts'
import { RecentApiKeys } from './recent-api-keys.ts'

const ada = aUser(7, 'ada')

/** Cached keys, the digests that were looked up, and a clock that the test sets. */
const setUp = () => {
  const [keys, lookups] = [new MemoryApiKeys(), [] as string[]]
  const world = { now: NOON.getTime() }
  const finder = {
    findByDigest(digest: string) {
      lookups.push(digest)
      return keys.findByDigest(digest)
    },
    recordUse: keys.recordUse.bind(keys),
  }
  const recent = new RecentApiKeys(finder, () => new Date(world.now))
  return { keys, lookups, world, recent, name: digest(keys.make(ada)) }
}

describe('C7.2 API keys of the last seconds', () => {
  test('one look-up serves all requests within 5 s, and no later request', async () => {
    const { recent, lookups, world, name } = setUp()
    for (const age of [0, 4_999]) {
      world.now = NOON.getTime() + age
      expect((await recent.findByDigest(name))?.ownerId).toBe(7)
    }
    expect(lookups).toHaveLength(1)
    world.now += 1
    await recent.findByDigest(name)
    expect(lookups).toHaveLength(2)
  })

  test('each key is read again after a write', async () => {
    const { recent, lookups, name } = setUp()
    await recent.findByDigest(name)
    recent.clear()
    await recent.findByDigest(name)
    expect(lookups).toEqual([name, name])
  })

  test('a flood of wrong keys is not kept, and drives no key out', async () => {
    const { recent, lookups, name } = setUp()
    const wrong = digest(createApiKey())
    expect([await recent.findByDigest(wrong), await recent.findByDigest(wrong)]).toEqual([null, null])
    await recent.findByDigest(name)
    for (let count = 0; count < 11_000; count += 1) await recent.findByDigest(`wrong ${count}`)
    await recent.findByDigest(name)
    expect(lookups.filter((digest) => !digest.startsWith('wrong '))).toEqual([wrong, wrong, name])
  })

  test('C7.3 the request after a recorded use reads its time', async () => {
    const { recent, name } = setUp()
    await recent.findByDigest(name)
    await recent.recordUse(name, NOON)
    expect((await recent.findByDigest(name))?.lastUsedAt).toEqual(NOON)
  })
})

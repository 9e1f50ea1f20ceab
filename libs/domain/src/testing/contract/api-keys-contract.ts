import { where } from '@content-service/authz'
import { describe, expect, it } from 'vitest'
import type { ApiKey } from '../../api-keys/api-key.ts'
import type { User } from '../../users/user.ts'
import { aUser } from '../builders.ts'
import { NOON } from '../test-audit-context.ts'
import { LATER, type ContractWorld } from './contract-world.ts'

const FIELDS = ['id', 'ownerId', 'name', 'scopes', 'expiresAt', 'createdAt', 'lastUsedAt'] as const

/** The contract of every store of API keys. */
export const apiKeysContract = (world: ContractWorld): void => {
  const aKey = (owner: User, more: Partial<ApiKey> = {}): ApiKey => ({
    id: world.stores.apiKeys.nextId(),
    ownerId: owner.id,
    name: 'robot',
    scopes: ['articles:read', 'comments:write'],
    expiresAt: LATER,
    createdAt: NOON,
    lastUsedAt: null,
    ...more,
  })
  const add = (key: ApiKey): Promise<ApiKey> =>
    world.stores.apiKeys.add(key, `digest ${key.id}`, () => undefined)
  const keysOf = (owner: User) =>
    world.others.reader.find({
      from: 'apiKeys',
      where: where<ApiKey>().ownerId.eq(owner.id),
      orderBy: [{ by: 'id', direction: 'ASC' }],
      window: { limit: 100, offset: 0 },
      select: { fields: FIELDS },
    })
  const person = (name: string): Promise<User> => world.stores.users.add(aUser(name), null)

  describe('C7.3 API keys', () => {
    it('returns the stored key, and never its digest', async () => {
      const owner = await person('key-owner-1')
      const keys = [await add(aKey(owner)), await add(aKey(owner, { expiresAt: null }))]
      expect(await keysOf(owner)).toEqual(keys)
    })

    it('passes the number of the owner’s keys, and adds no key if the decision refuses', async () => {
      const owner = await person('key-owner-2')
      const told: number[] = []
      const decide = (held: number): void => {
        told.push(held)
        if (held === 2) throw new Error('enough')
      }
      const put = (key: ApiKey) => world.stores.apiKeys.add(key, `digest ${key.id}`, decide)
      await put(aKey(owner))
      await put(aKey(owner))
      await expect(put(aKey(owner))).rejects.toThrow('enough')
      expect(told).toEqual([0, 1, 2])
      expect(await keysOf(owner)).toHaveLength(2)
    })

    it('removes a key if the decision allows it, and only once', async () => {
      const owner = await person('key-owner-3')
      const { id } = await add(aKey(owner))
      const refuse = () => {
        throw new Error('no')
      }
      await expect(world.stores.apiKeys.remove(id, refuse)).rejects.toThrow('no')
      expect(await world.stores.apiKeys.remove(id, () => undefined)).toBe(true)
      expect(await world.stores.apiKeys.remove(id, () => undefined)).toBe(false)
      expect(await keysOf(owner)).toEqual([])
    })

    it('C3.5 ends the keys of a soft-deleted user for good, and the keys of a deleted user', async () => {
      const [soft, hard] = [await person('key-owner-4'), await person('key-owner-5')]
      await Promise.all([add(aKey(soft)), add(aKey(hard))])
      await world.stores.users.change(soft.id, (user) => ({ ...user, deleted: true }))
      await world.stores.users.change(soft.id, (user) => ({ ...user, deleted: false }))
      await world.stores.users.remove(hard.id, () => undefined)
      expect([await keysOf(soft), await keysOf(hard)]).toEqual([[], []])
    })

    it('removes expired keys, and no others', async () => {
      const owner = await person('key-owner-6')
      const [kept] = [await add(aKey(owner)), await add({ ...aKey(owner), expiresAt: NOON })]
      await world.stores.apiKeys.purge(new Date(NOON.getTime() - 1))
      expect(await keysOf(owner)).toHaveLength(2)
      await world.stores.apiKeys.purge(NOON)
      expect(await keysOf(owner)).toMatchObject([{ id: kept.id }])
    })
  })
}

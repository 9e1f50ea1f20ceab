import { describe, expect, it } from 'vitest'
import type { Stores } from '../../context/context.ts'
import type { UserId } from '../../rules/ids.ts'
import { User } from '../../users/user.ts'
import { aUser } from '../builders.ts'
import type { ContractWorld } from './contract-world.ts'

const fail = (): never => {
  throw new Error('after all that')
}

/** The contract of every store for operations of no record. */
export const operationsContract = (world: ContractWorld): void => {
  const findName = async (id: UserId, stores: Stores = world.others): Promise<string | null> =>
    (await stores.users.get(id))?.username ?? null
  const add = async ({ users }: Stores, name: string): Promise<UserId> =>
    (await users.add(aUser(name), null)).id

  describe('C16.5 a transaction of an operation', () => {
    it('keeps all writes, or none', async () => {
      const kept = await world.stores.alone((stores) => add(stores, 'alone-1'))
      const lost: UserId[] = []
      const failed = world.stores.alone(async (stores) => {
        lost.push(await add(stores, 'alone-2'))
        expect(await findName(lost[0] as UserId, stores)).toBe('alone-2')
        fail()
      })
      await expect(failed).rejects.toThrow('after all that')
      expect([await findName(kept), await findName(lost[0] as UserId)]).toEqual(['alone-1', null])
    })

    it('takes back a part that throws, and goes on', async () => {
      const ids: UserId[] = []
      await world.stores.alone(async (stores) => {
        ids.push(await add(stores, 'alone-3'))
        await expect(
          stores.attempt(async (part) => {
            ids.push(await add(part, 'alone-4'))
            fail()
          }),
        ).rejects.toThrow('after all that')
        ids.push(await stores.attempt((part) => add(part, 'alone-5')))
      })
      const names = await Promise.all(ids.map((id) => findName(id)))
      expect(names).toEqual(['alone-3', null, 'alone-5'])
    })

    it('goes on after a part whose write the database refuses', async () => {
      await world.stores.alone((stores) => add(stores, 'alone-6'))
      const id = await world.stores.alone(async (stores) => {
        const again = stores.attempt((part) => add(part, 'alone-6'))
        await expect(again).rejects.toMatchObject({ code: 'CONFLICT' })
        return add(stores, 'alone-7')
      })
      expect(await findName(id)).toBe('alone-7')
    })

    it('locks records in any order, and no record that is gone', async () => {
      const ids = await world.stores.alone(async (stores) => [
        await add(stores, 'alone-8'),
        await add(stores, 'alone-9'),
      ])
      const lock = (locked: readonly UserId[]) =>
        world.stores.alone((stores) => stores.attempt((part) => part.records(User).lock(locked)))
      await Promise.all([lock(ids), lock(ids.toReversed()), lock([2_000_000_000 as UserId])])
    })
  })

  describe('C16.5 an operation that reads', () => {
    it('refuses to write, and reads on', async () => {
      const id = await world.stores.alone((stores) => add(stores, 'reading-1'))
      await world.stores.reading(async (stores) => {
        const writing = stores.attempt((part) => add(part, 'reading-2'))
        await expect(writing).rejects.toMatchObject({ code: 'BAD_REQUEST' })
        expect(await findName(id, stores)).toBe('reading-1')
      })
      const added = await world.stores.alone((stores) => add(stores, 'reading-2'))
      expect(await findName(added)).toBe('reading-2')
    })

    it('refuses to write within a transaction that may write', async () => {
      const ids: UserId[] = []
      await world.stores.alone(async (stores) => {
        ids.push(await add(stores, 'reading-3'))
        await stores.attempt((part) =>
          part.reading(async (reading) => {
            expect(await findName(ids[0] as UserId, reading)).toBe('reading-3')
            await expect(reading.attempt((inner) => add(inner, 'reading-4'))).rejects.toMatchObject({
              code: 'BAD_REQUEST',
            })
          }),
        )
      })
      expect(await findName(ids[0] as UserId)).toBe('reading-3')
    })
  })
}

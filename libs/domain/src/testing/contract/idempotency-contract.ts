import { where } from '@content-service/authz'
import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '../../audit/audit-entry.ts'
import type { Stores } from '../../context/context.ts'
import { IdempotencyConflict } from '../../rules/errors.ts'
import type { DoneRequest, KeptRequest, UnitOfWork } from '../../idempotency/idempotency-store.ts'
import type { UserId } from '../../rules/ids.ts'
import { aUser } from '../builders.ts'
import { TEST_AUDIT_CONTEXT, NOON } from '../test-audit-context.ts'
import { LATER, type ContractWorld } from './contract-world.ts'

const entry = where<AuditEntry>()
const DONE: DoneRequest = {
  payload: 'a hash',
  answer: '{"id":7}',
  location: '/api/users/7',
  doneAt: NOON,
  expiresAt: LATER,
}
const KEPT: KeptRequest = { ...DONE, principal: 'a principal', budget: 1_000 }

/** The contract of every store for idempotent requests. */
export const idempotencyContract = (world: ContractWorld): void => {
  const usernameOf = async (id: UserId): Promise<string | null> =>
    (await world.others.users.get(id))?.username ?? null
  const decisionsOf = async (action: string): Promise<readonly unknown[]> => {
    const entries = await world.others.reader.find({
      from: 'auditEntries',
      where: entry.action.eq(action),
      orderBy: [{ by: 'id', direction: 'ASC' }],
      window: { limit: 10, offset: 0 },
      select: { fields: ['decision'] },
    })
    return entries.map(({ decision }) => decision)
  }
  const adding =
    (username: string) =>
    async ({ stores, keep }: UnitOfWork<Stores>): Promise<UserId> => {
      const { id } = await stores.users.add(aUser(username), null)
      await keep(KEPT)
      return id
    }
  const failing =
    (work: (unitOfWork: UnitOfWork<Stores>) => Promise<unknown>) =>
    async (unitOfWork: UnitOfWork<Stores>): Promise<never> => {
      await work(unitOfWork)
      throw new Error('after all that')
    }
  const done = (name: string, now = NOON) => world.others.idempotency.find(name, now)

  describe('C6.9 an idempotent request', () => {
    it('stores its writes and its answer', async () => {
      const id = await world.stores.once('once-1', NOON, adding('once-1'))
      expect([await usernameOf(id), await done('once-1')]).toEqual(['once-1', DONE])
    })

    it('stores neither when it fails, and can run again', async () => {
      const undone: UserId[] = []
      const attempt = world.stores.once(
        'once-2',
        NOON,
        failing(async (unitOfWork) => undone.push(await adding('once-2')(unitOfWork))),
      )
      await expect(attempt).rejects.toThrow('after all that')
      expect([await usernameOf(undone[0] as UserId), await done('once-2')]).toEqual([null, null])
      const id = await world.stores.once('once-2', NOON, adding('once-2'))
      expect(await usernameOf(id)).toBe('once-2')
    })

    it('reads its own writes before other sessions can', async () => {
      const read = await world.stores.once('once-3', NOON, async ({ stores }) => {
        const { id } = await stores.users.add(aUser('once-3'), null)
        return (await stores.withAuditContext({ ...TEST_AUDIT_CONTEXT, action: 'x' }).users.get(id))?.username
      })
      expect(read).toBe('once-3')
    })

    it('continues after a refused write', async () => {
      const id = await world.stores.once('once-4', NOON, async (unitOfWork) => {
        await expect(unitOfWork.stores.users.add(aUser('ADA'), null)).rejects.toMatchObject({
          code: 'CONFLICT',
        })
        expect(unitOfWork.hasWritten()).toBe(false)
        const added = await adding('once-4')(unitOfWork)
        expect(unitOfWork.hasWritten()).toBe(true)
        return added
      })
      expect([await usernameOf(id), await done('once-4')]).toEqual(['once-4', DONE])
    })

    it('of two concurrent requests with one name, one runs and the other is refused', async () => {
      const both = await Promise.allSettled([
        world.stores.once('once-5', NOON, adding('once-5a')),
        world.others.once('once-5', NOON, adding('once-5b')),
      ])
      const [refused, ...others] = both.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
      expect([refused, others]).toEqual([expect.any(IdempotencyConflict), []])
      expect(refused).toMatchObject({ status: 409, retryAfter: 1 })
      const names = await Promise.all(
        both.map((each) => (each.status === 'fulfilled' ? usernameOf(each.value) : null)),
      )
      expect(names.filter((name) => name !== null)).toHaveLength(1)
    })

    it('is refused after its completion, even if the work catches the refusal', async () => {
      await world.stores.once('once-6', NOON, adding('once-6'))
      const again = world.stores.once('once-6', NOON, async ({ stores }) => {
        await stores.users.add(aUser('once-6-again'), null).catch(() => undefined)
      })
      await expect(again).rejects.toThrow(IdempotencyConflict)
    })

    it('runs again after its answer has expired', async () => {
      await world.stores.once('once-7', NOON, adding('once-7'))
      expect(await done('once-7', LATER)).toBeNull()
      const id = await world.stores.once('once-7', LATER, adding('once-7-again'))
      expect(await usernameOf(id)).toBe('once-7-again')
    })

    it('is stored without a write; requests with other names do not conflict', async () => {
      await world.stores.once('once-8', NOON, ({ keep }) => keep(KEPT))
      expect([await done('once-8'), await done('once-9')]).toEqual([DONE, null])
    })

    it('C12.15 stores a long answer while the answers of its principal are within the budget', async () => {
      const keepOne = async (name: string, bytes: number, more: Partial<KeptRequest> = {}) => {
        const answer = 'é'.repeat(bytes / 2)
        await world.stores.once(name, NOON, ({ keep }) =>
          keep({ ...KEPT, principal: 'bounded', answer, ...more }),
        )
        return (await done(name))?.answer?.length ?? null
      }
      expect(await keepOne('long-1', 600)).toBe(300)
      expect(await keepOne('long-2', 600)).toBeNull()
      expect(await done('long-2')).toMatchObject({ answer: null, location: '/api/users/7', doneAt: NOON })
      expect(await keepOne('long-3', 400)).toBe(200)
      expect(await keepOne('long-4', 600, { principal: 'another' })).toBe(300)
      const afterwards = { doneAt: LATER, expiresAt: new Date(LATER.getTime() + 1) }
      expect(await keepOne('long-5', 600, afterwards)).toBe(300)
      expect(await keepOne('none', 0, { answer: null })).toBeNull()
    })

    it('has its writes in the audit log if it completes, and its refusals in any case', async () => {
      const stores: Stores = world.stores.withAuditContext({ ...TEST_AUDIT_CONTEXT, action: 'once-10' })
      const undone = failing(async ({ stores: within }) => {
        const refused = { action: 'once-10', resource: 'users', resourceId: null, reason: 'FORBIDDEN' }
        await within.audit.addRefusals([{ ...refused, field: null, moreRefused: 0 }])
        await within.users.add(aUser('once-10'), null)
      })
      await expect(stores.once('once-10', NOON, undone)).rejects.toThrow('after all that')
      expect(await decisionsOf('once-10')).toEqual(['DENY'])
      await stores.once('once-10', NOON, adding('once-10'))
      expect(await decisionsOf('once-10')).toEqual(['DENY', 'ALLOW'])
    })

    it('its stores are ordinary stores afterwards', async () => {
      const within: Stores[] = []
      await world.stores.once('once-11', NOON, async ({ stores, keep }) => {
        within.push(stores)
        await keep(KEPT)
      })
      const { id } = await (within[0] as Stores).users.add(aUser('once-11'), null)
      expect(await usernameOf(id)).toBe('once-11')
    })

    it('is removed after its expiry, and not before', async () => {
      await world.stores.once('once-12', NOON, ({ keep }) => keep(KEPT))
      await world.stores.idempotency.purge(NOON)
      expect(await done('once-12')).toEqual(DONE)
      await world.stores.idempotency.purge(LATER)
      expect(await done('once-12')).toBeNull()
    })
  })

  describe('C12.16 writes in one transaction', () => {
    it('are stored when the work completes', async () => {
      const { id } = await world.stores.atomically(async ({ users }) => users.add(aUser('whole-1'), null))
      expect(await usernameOf(id)).toBe('whole-1')
    })

    it('are visible to the work, and rolled back with their audit entries if it throws', async () => {
      const undone: (string | null | undefined)[] = []
      const ids: UserId[] = []
      const attempt = world.stores
        .withAuditContext({ ...TEST_AUDIT_CONTEXT, action: 'whole' })
        .atomically(async ({ users }) => {
          const { id } = await users.add(aUser('whole-2'), null)
          ids.push(id)
          undone.push((await users.get(id))?.username)
          throw new Error('may not be shown')
        })
      await expect(attempt).rejects.toThrow('may not be shown')
      expect([undone, await usernameOf(ids[0] as UserId), await decisionsOf('whole')]).toEqual([
        ['whole-2'],
        null,
        [],
      ])
    })

    it('are part of the transaction of an idempotent request', async () => {
      const attempt = world.stores.once('whole-3', NOON, async ({ stores }) => {
        await stores.atomically(async ({ users }) => users.add(aUser('whole-3'), null))
        throw new Error('after all that')
      })
      await expect(attempt).rejects.toThrow('after all that')
      const again = await world.stores.atomically(async ({ users }) => users.add(aUser('whole-3'), null))
      expect(again.username).toBe('whole-3')
    })
  })
}

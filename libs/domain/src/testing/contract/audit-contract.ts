import { where } from '@content-service/authz'
import { describe, expect, it } from 'vitest'
import { Article } from '../../articles/article.ts'
import type { AuditContext, AuditEntry } from '../../audit/audit-entry.ts'
import type { Stores } from '../../context/context.ts'
import type { Row } from '../../reading/reading.ts'
import { aComment, aUser } from '../builders.ts'
import { NOON } from '../test-audit-context.ts'
import type { ContractWorld } from './contract-world.ts'

const entry = where<AuditEntry>()
const FIELDS = [
  'at',
  'actorId',
  'credential',
  'action',
  'resource',
  'resourceId',
  'decision',
  'address',
  'requestId',
  'field',
  'reason',
  'moreRefused',
]
const ALLOWED = { field: null, reason: null, moreRefused: 0 }

/** The contract of every store for the audit log. */
export const auditContract = (world: ContractWorld): void => {
  /** The audit context of an action that no other test uses. */
  const auditContext = (
    action: string,
  ): { readonly stores: Stores; entries(): Promise<readonly Row[]>; readonly act: AuditContext } => {
    const given: AuditContext = {
      at: NOON,
      actorId: world.ada.id,
      credential: 'api-key robot',
      address: '192.0.2.7',
      requestId: 'r-1',
      action,
    }
    const entries = () =>
      world.others.reader.find({
        from: 'auditEntries',
        where: entry.action.eq(action),
        orderBy: [{ by: 'id', direction: 'ASC' }],
        window: { limit: 100, offset: 0 },
        select: { fields: FIELDS },
      })
    return { stores: world.stores.withAuditContext(given), entries, act: given }
  }

  describe('C7.10 the audit log', () => {
    it('contains the actor, the action, the record, the credential and the address', async () => {
      const { stores, entries, act: given } = auditContext('add-one')
      const { id } = await stores.users.add(aUser('audited'), null)
      expect(await entries()).toEqual([
        { ...given, ...ALLOWED, resource: 'users', resourceId: String(id), decision: 'ALLOW' },
      ])
    })

    it('contains an entry for each record of a list', async () => {
      const { stores, entries } = auditContext('add-many')
      const list = ['audited-1', 'audited-2'].map((name) => ({ user: aUser(name), passwordHash: 'x' }))
      const added = await stores.users.addAll(list)
      expect((await entries()).map(({ resourceId }) => resourceId)).toEqual(added.map(({ id }) => String(id)))
    })

    it('contains an entry for every kind of write', async () => {
      const { stores, entries } = auditContext('everything')
      const article = await world.add('Audited')
      const comment = aComment(stores, article, world.ada.id)
      await stores.comments.add(comment, () => undefined)
      await stores.comments.change(comment.id, (current) => ({ ...current, content: 'else' }))
      await stores.comments.remove(comment.id, () => undefined)
      await stores.records(Article).change(article.id, (next) => next)
      await stores.records(Article).like(article.id, { user: world.ada.id, at: NOON })
      await stores.records(Article).unlike(article.id, { user: world.ada.id })
      expect((await entries()).map(({ resource, resourceId }) => [resource, resourceId])).toEqual([
        ...[1, 2, 3].map(() => ['comments', comment.id]),
        ...[1, 2, 3].map(() => ['articles', article.id]),
      ])
    })

    it('contains no entry for a refused write, or for a write of nothing', async () => {
      const { stores, entries } = auditContext('nothing')
      await stores.users.change(2147483000 as never, (current) => current)
      await expect(stores.users.add(aUser('ADA'), null)).rejects.toMatchObject({ code: 'CONFLICT' })
      const refused = stores.users.change(world.ada.id, () => {
        throw new Error('no')
      })
      await expect(refused).rejects.toThrow('no')
      expect(await entries()).toEqual([])
    })

    it('contains refusals, which change nothing else', async () => {
      const { stores, entries } = auditContext('refused')
      const refused = { action: 'refused', resource: 'articles', resourceId: null, reason: 'FORBIDDEN' }
      await stores.audit.addRefusals([
        { ...refused, field: 'User.status', moreRefused: 0 },
        { ...refused, field: null, moreRefused: 7 },
      ])
      expect(await entries()).toMatchObject([
        { ...refused, field: 'User.status', moreRefused: 0, decision: 'DENY' },
        { ...refused, field: null, moreRefused: 7, decision: 'DENY' },
      ])
    })

    it('C12.6 removes entries from before a time, a limited number at once', async () => {
      const { entries, act: given } = auditContext('old')
      for (const minute of [1, 2, 3]) {
        const at = new Date(Date.UTC(2001, 0, 1, 0, minute))
        await world.stores.withAuditContext({ ...given, at }).users.add(aUser(`old-${minute}`), null)
      }
      const before = new Date(Date.UTC(2001, 0, 1, 0, 3))
      const removed = [await world.stores.audit.purge(before, 1), await world.stores.audit.purge(before, 10)]
      expect([removed, (await entries()).length]).toEqual([[1, 1], 1])
    })

    it('contains no views, which are only counters', async () => {
      const { stores, entries } = auditContext('views')
      const { id } = await world.add('Seen')
      await stores.records(Article).addViews(new Map([[id, 3]]))
      expect(await entries()).toEqual([])
    })
  })
}

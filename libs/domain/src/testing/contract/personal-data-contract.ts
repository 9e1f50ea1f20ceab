import { describe, expect, it } from 'vitest'
import { and, where } from '@content-service/authz'
import type { AuditEntry } from '../../audit/audit-entry.ts'
import { createServiceAuditContext } from '../../audit/audit-entry.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import type { DataExport } from '../../personal-data/data-export.ts'
import type { PersonalRecord } from '../../personal-data/export-store.ts'
import type { Erasure } from '../../users/erasure.ts'
import { GHOST_ID, type UserId } from '../../rules/ids.ts'
import { aComment, anArticle, aUser } from '../builders.ts'
import { NOON } from '../test-audit-context.ts'
import { LATER, type ContractWorld } from './contract-world.ts'
import { Article } from '../../articles/article.ts'

const entry = where<AuditEntry>()
const event = where<DomainEvent>()
const inSeconds = (count: number): Date => new Date(NOON.getTime() + count * 1_000)

/** The contract of every store for exports and erasures. */
export const personalDataContract = (world: ContractWorld): void => {
  const person = (name: string) => world.stores.users.add(aUser(name), null)
  const wanted = (userId: UserId): DataExport => ({
    id: world.stores.exports.nextId(),
    userId,
    requestedAt: NOON,
    readyAt: null,
    expiresAt: null,
  })
  const times = { readyAt: inSeconds(60), expiresAt: LATER }

  describe('C11.2 exports', () => {
    it('are one at a time for each user, made by one worker, and read in the order of their parts', async () => {
      const { exports } = world.others
      const { id } = await person('exporting')
      const first = await exports.request(wanted(id), () => true)
      expect(await exports.request(wanted(id), () => true)).toEqual(first)
      const claimed = await exports.claim(NOON, inSeconds(15))
      expect(claimed).toEqual({ id: first.id, userId: id, attempts: 1 })
      expect(await exports.claim(NOON, inSeconds(15))).toBeNull()
      if (claimed === null) return
      for (const text of ['one', 'two']) expect(await exports.append(claimed, text, LATER)).toBe(true)
      expect(await exports.finish(claimed, times)).toBe(true)
      expect(await exports.newest(id)).toEqual({ ...first, ...times })
      const parts = [0, 1, 2].map((place) => exports.part(first.id, place))
      expect(await Promise.all(parts)).toEqual(['one', 'two', null])
    })

    it('another worker starts anew after a worker has died, and the dead worker cannot write', async () => {
      const { exports } = world.others
      const { id } = await person('exporting-again')
      const requested = await exports.request(wanted(id), () => true)
      const dead = await exports.claim(NOON, inSeconds(15))
      if (dead) await exports.append(dead, 'half', inSeconds(15))
      expect(await exports.claim(inSeconds(14), LATER)).toBeNull()
      const alive = await exports.claim(inSeconds(15), LATER)
      expect(alive).toEqual({ id: requested.id, userId: id, attempts: 2 })
      expect(await exports.part(requested.id, 0)).toBeNull()
      expect(dead && [await exports.append(dead, 'late', LATER), await exports.finish(dead, times)]).toEqual([
        false,
        false,
      ])
      if (alive) await exports.finish(alive, times)
    })

    it('lose their contents and are removed later; the deletion of their user removes them at once', async () => {
      const { exports, users } = world.others
      const { id } = await person('exported')
      const made = await exports.request(wanted(id), () => true)
      const claimed = await exports.claim(NOON, LATER)
      if (claimed) await exports.append(claimed, 'all of it', LATER)
      if (claimed) await exports.finish(claimed, times)
      await exports.purge(new Date(LATER.getTime() - 1), NOON)
      expect(await exports.part(made.id, 0)).toBe('all of it')
      await exports.purge(LATER, NOON)
      expect([await exports.part(made.id, 0), (await exports.get(made.id))?.id]).toEqual([null, made.id])
      await exports.purge(LATER, inSeconds(1))
      expect(await exports.get(made.id)).toBeNull()
      const last = await exports.request(wanted(id), () => true)
      await users.remove(id, () => undefined)
      expect(await exports.get(last.id)).toBeNull()
    })

    it('contain the account and the content of the user, and no data of others', async () => {
      const { exports, records: recordsOf, comments } = world.others
      const { id } = await person('exported-in-full')
      const article = await recordsOf(Article).add(anArticle(world.others, id, { title: 'Mine' }))
      const theirs = await world.add('Not mine')
      await comments.add(aComment({ comments }, theirs, id, { content: 'I say so.' }), () => undefined)
      const records: PersonalRecord[] = []
      for await (const record of exports.records(id, () => and())) records.push(record)
      const of = (type: string) => records.filter((record) => record.type === type)
      expect(of('user')).toMatchObject([{ id, username: 'exported-in-full' }])
      expect(of('article')).toMatchObject([{ id: article.id, title: 'Mine', content: article.content }])
      expect(of('comment')).toMatchObject([{ articleId: theirs.id, content: 'I say so.' }])
    })
  })

  describe('C11.2 the traces of deleted users', () => {
    const entries = async (by: 'actorId' | 'resourceId', value: number) =>
      world.others.reader.find({
        from: 'auditEntries',
        where: by === 'actorId' ? entry.actorId.eq(value as UserId) : entry.resourceId.eq(String(value)),
        orderBy: [],
        window: { limit: 100, offset: 0 },
        select: { fields: ['action', 'address', 'credential'] },
      })
    const forgotten = async (erasure: Erasure): Promise<void> => {
      while ((await world.others.erasures.forget(erasure, 1)) > 0);
    }

    it('lead to no user but still to one actor; later actions with the same id stay', async () => {
      const left = await person('leaving')
      const auditContext = {
        ...createServiceAuditContext('something', NOON),
        actorId: left.id,
        credential: 'api-key x',
        address: '192.0.2.7',
      }
      const stores = world.stores.withAuditContext(auditContext)
      const article = await stores.records(Article).add(anArticle(stores, left.id, { status: 'PUBLISHED' }))
      const erasure = { userId: left.id, pseudonym: world.stores.erasures.nextPseudonym(), at: inSeconds(60) }
      await world.stores.users.remove(left.id, () => undefined, erasure)
      expect(await world.others.erasures.pending(100)).toContainEqual(erasure)
      await world.stores
        .withAuditContext({ ...auditContext, at: inSeconds(61), action: 'afterwards' })
        .users.add(aUser('newcomer'), null)

      await forgotten(erasure)
      await forgotten(erasure)
      expect(await entries('actorId', left.id)).toMatchObject([{ action: 'afterwards' }])
      expect(await entries('actorId', erasure.pseudonym)).toEqual([
        { action: 'something', address: null, credential: 'api-key' },
      ])
      expect([
        (await entries('resourceId', left.id)).length,
        (await entries('resourceId', erasure.pseudonym)).length,
      ]).toEqual([0, 2])
      const told = async (resourceId: string) =>
        world.others.reader.find({
          from: 'events',
          where: event.resourceId.eq(resourceId),
          orderBy: [{ by: 'position', direction: 'ASC' }],
          window: { limit: 100, offset: 0 },
          select: { fields: ['type', 'data'] },
        })
      expect(await told(String(left.id))).toEqual([
        { type: 'user.deleted', data: { id: left.id, isPermanent: true } },
      ])
      expect((await told(article.id))[0]).toMatchObject({ data: { ownerId: GHOST_ID } })

      await world.others.erasures.finish(erasure)
      expect(await world.others.erasures.pending(100)).not.toContainEqual(erasure)
    })
  })
}

import { where } from '@content-service/authz'
import { describe, expect, it } from 'vitest'
import {
  Article,
  moveArticle,
  createNextArticle,
  rewriteArticle,
  setSchedule,
} from '../../articles/article.ts'
import { createRevision } from '../../model/revisions/revision.ts'
import type { Stores } from '../../context/context.ts'
import type { ArticleId, RevisionId, UserId } from '../../rules/ids.ts'
import { aComment, anArticle, aUser } from '../builders.ts'
import { NOON } from '../test-audit-context.ts'
import { type ContractWorld, LATER, NO_ARTICLE } from './contract-world.ts'

const publishAt = (now: Date) => (current: Article) => ({
  next: createNextArticle(current, moveArticle(current, 'PUBLISHED', now), now),
})

/** A member of the revisions of an article, the oldest first. */
const listRevisions = async (
  { stores }: ContractWorld,
  of: ArticleId,
  [member = 'id']: readonly string[] = [],
): Promise<readonly string[]> => {
  const rows = await stores.reader.find({
    from: 'revisions',
    where: where<{ recordId: string }>().recordId.eq(of),
    orderBy: [
      { by: 'createdAt', direction: 'ASC' },
      { by: 'id', direction: 'ASC' },
    ],
    window: { limit: 1_000, offset: 0 },
    select: { fields: [member] },
  })
  return rows.map((row) => String(row[member]))
}

/** The contract of every store of articles. */
export const articlesContract = (world: ContractWorld): void => {
  describe('articles', () => {
    it('returns the stored article, to other sessions, too', async () => {
      const article = await world.add('A title', {
        content: 'Text with "quotes", \\backslashes, {braces} and émojis 🦀.',
        tags: ['a,b', '"c"'],
      })
      expect(await world.others.articles.get(article.id)).toEqual(article)
    })

    it('C4.2 reports an unknown owner at the input', async () => {
      const orphan = anArticle(world.stores, 1_999_999_999 as UserId)
      await expect(world.stores.articles.add(orphan)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        problems: [{ path: ['authorId'] }],
      })
    })

    it('C4.4 keeps the version that an edit replaces', async () => {
      const article = await world.add('First')
      const keeping = { editorId: world.ada.id, at: LATER }
      await world.stores.articles.change(article.id, (current) => ({
        next: rewriteArticle(current, { title: 'Second' }),
        keeping,
      }))
      expect((await world.stores.articles.get(article.id))?.title).toBe('Second')
      const [id = ''] = await listRevisions(world, article.id)
      expect(await world.stores.articles.revision(id as RevisionId)).toEqual(
        createRevision(Article, article, id as RevisionId, keeping),
      )
    })

    it('runs one decision after the other, the second on the result of the first', async () => {
      const article = await world.add('Raced', { status: 'DRAFT' })
      const seen: string[] = []
      const publish = (by: Stores) =>
        by.articles.change(article.id, (current) => {
          seen.push(current.status)
          return { next: { ...moveArticle(current, 'PUBLISHED', NOON), version: current.version + 1 } }
        })
      await Promise.all([publish(world.stores), publish(world.others)])
      expect(seen).toEqual(['DRAFT', 'PUBLISHED'])
      expect((await world.stores.articles.get(article.id))?.version).toBe(3)
    })

    it('C4.6 counts one like per user, and changes neither version nor updatedAt', async () => {
      const article = await world.add('Liked')
      await Promise.all([
        world.stores.articles.like(article.id, world.ada.id, NOON),
        world.others.articles.like(article.id, world.ada.id, NOON),
      ])
      expect(await world.stores.articles.get(article.id)).toEqual({ ...article, likes: 1 })
      await world.stores.articles.unlike(article.id, world.ada.id)
      await world.stores.articles.unlike(article.id, world.ada.id)
      expect(await world.stores.articles.get(article.id)).toEqual(article)
    })

    it('C4.6 adds views of several articles together, and skips a deleted article', async () => {
      const [one, two] = [await world.add('One'), await world.add('Two')]
      await world.stores.articles.addViews(
        new Map([
          [one.id, 2],
          [two.id, 3],
          [NO_ARTICLE, 1],
        ]),
      )
      await world.stores.articles.addViews(new Map([[one.id, 1]]))
      expect((await world.stores.articles.get(one.id))?.views).toBe(3)
      expect((await world.stores.articles.get(two.id))?.views).toBe(3)
    })

    it.each([
      ['more than so many revisions', 40, 35, 'Text.', 35],
      ['more than 64 MB of texts', 33, 1_000, '🦊'.repeat(500_000), 31],
    ])('C15.1 an edit removes the oldest of %s', async (_, edits, mostRevisions, content, kept) => {
      const article = await world.add('Edited often', { content })
      for (let edit = 0; edit < edits; edit += 1) {
        const at = new Date(NOON.getTime() + edit)
        await world.stores.articles.change(article.id, (current) => ({
          next: createNextArticle(current, { ...current, title: `Edit ${edit}` }, at),
          keeping: { editorId: world.ada.id, at, most: mostRevisions },
        }))
      }
      const found = await listRevisions(world, article.id, ['title'])
      // The first edit has kept the version before it.
      expect(found).toEqual(
        Array.from({ length: kept }, (_each, place) => `Edit ${edits - kept + place - 1}`),
      )
      const entries = await world.stores.reader.count(
        'auditEntries',
        where<{ action: string; resourceId: string }>().resourceId.eq(article.id),
        1_000,
      )
      // The creation, the edits, and an entry for each edit that has removed revisions.
      expect(entries).toBe(1 + edits + (edits - kept))
    })

    it('C4.3 changes due articles, the longest overdue first', async () => {
      const at = async (minutes: number) => {
        const { id } = await world.add(`Due ${minutes}`, { status: 'DRAFT' })
        const time = new Date(NOON.getTime() + minutes * 60_000)
        await world.stores.articles.change(id, (current) => ({ next: setSchedule(current, time, null) }))
        return id
      }
      const [second, first, future] = [await at(2), await at(1), await at(10)]
      const fiveMinutesLater = new Date(NOON.getTime() + 300_000)
      const publish = (atMost: number): Promise<readonly string[]> => {
        return world.stores.alone(async ({ articles }) => {
          const due = await articles.lockDue(fiveMinutesLater, atMost)
          for (const { id } of due) await articles.change(id, publishAt(fiveMinutesLater))
          return due.map(({ id }) => id)
        })
      }
      expect([await publish(1), await publish(10), await publish(10)]).toEqual([[first], [second], []])
      expect(await world.stores.articles.get(first)).toMatchObject({ status: 'PUBLISHED', version: 2 })
      expect(await world.stores.articles.get(future)).toMatchObject({ status: 'DRAFT', version: 1 })
    })

    it('C4.3 changes due articles by turns between their owners', async () => {
      const { id: ownerId } = await world.stores.users.add(aUser('punctual', 'AUTHOR'), null)
      const addDue = async (title: string, owner: UserId) => {
        const article = anArticle(world.stores, owner, { title, status: 'DRAFT' })
        const { id } = await world.stores.articles.add(article)
        await world.stores.articles.change(id, (current) => ({ next: setSchedule(current, NOON, null) }))
      }
      for (const title of ['A', 'B', 'C']) await addDue(title, world.ada.id)
      for (const title of ['D', 'E']) await addDue(title, ownerId)
      const publish = (): Promise<readonly UserId[]> => {
        return world.stores.alone(async ({ articles }) => {
          const due = await articles.lockDue(LATER, 2)
          for (const { id } of due) await articles.change(id, publishAt(LATER))
          return due.map((article) => article.ownerId).toSorted()
        })
      }
      const both = [world.ada.id, ownerId].toSorted()
      expect([await publish(), await publish(), await publish()]).toEqual([both, both, [world.ada.id]])
    })

    it('C4.3 changes each due article once, also if several processes look for them at the same time', async () => {
      const ids: ArticleId[] = []
      for (let each = 0; each < 12; each += 1) {
        const { id } = await world.add(`Due ${each}`, { status: 'DRAFT' })
        await world.stores.articles.change(id, (current) => ({ next: setSchedule(current, NOON, null) }))
        ids.push(id)
      }
      const changed: string[] = []
      const publish = (stores: Stores) =>
        stores.alone(async ({ articles }) => {
          for (const { id } of await articles.lockDue(LATER, 5)) {
            changed.push(id)
            await articles.change(id, publishAt(LATER))
          }
        })
      for (let round = 0; round < 3; round += 1)
        await Promise.all([publish(world.stores), publish(world.others)])
      expect(changed.toSorted()).toEqual(ids.toSorted())
    })

    it('C4.3 purges articles that were deleted before a time, with their comments', async () => {
      const [old, recent, kept] = [await world.add('Old'), await world.add('Recent'), await world.add('Kept')]
      const comment = await world.stores.comments.add(
        aComment(world.stores, old, world.ada.id),
        () => undefined,
      )
      const remove = (id: ArticleId, now: Date) =>
        world.stores.articles.change(id, (current) => ({
          next: createNextArticle(current, moveArticle(current, 'DELETED', now), now),
        }))
      await remove(old.id, NOON)
      await remove(recent.id, LATER)
      expect(await world.stores.articles.purge(LATER, 10)).toBe(1)
      expect(await world.stores.articles.get(old.id)).toBeNull()
      expect(comment && (await world.stores.comments.get(comment.id))).toBeNull()
      expect([
        await world.stores.articles.get(recent.id),
        await world.stores.articles.get(kept.id),
      ]).not.toContain(null)
    })

    it('returns null for an unknown article', async () => {
      expect(await world.stores.articles.get(NO_ARTICLE)).toBeNull()
      expect(await world.stores.articles.change(NO_ARTICLE, (next) => ({ next }))).toBeNull()
    })
  })
}

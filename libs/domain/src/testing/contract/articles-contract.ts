import { where } from '@content-service/authz'
import { describe, expect, it } from 'vitest'
import { Article } from '../../articles/article.ts'
import { createRevision } from '../../model/revisions/revision.ts'
import type { Stores } from '../../context/context.ts'
import { GHOST_ID, type ArticleId, type RevisionId } from '../../rules/ids.ts'
import { aComment, toState } from '../builders.ts'
import { NOON } from '../test-audit-context.ts'
import { type ContractWorld, LATER, NO_ARTICLE } from './contract-world.ts'
import { withValues } from '../../model/types/record-changes.ts'

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
      expect(await world.others.records(Article).get(article.id)).toEqual(article)
    })

    it('C4.4 keeps the version that an edit replaces', async () => {
      const article = await world.add('First')
      const keeping = { editorId: world.ada.id, at: LATER }
      await world.stores.records(Article).change(article.id, (current) => ({ ...current, title: 'Second' }), {
        keeping,
      })
      expect((await world.stores.records(Article).get(article.id))?.title).toBe('Second')
      const [id = ''] = await listRevisions(world, article.id)
      expect(await world.stores.records(Article).revision(id as RevisionId)).toEqual(
        createRevision(Article, article, id as RevisionId, keeping),
      )
    })

    it('C4.4 keeps the versions that a change of several articles replaces, each for its own editor', async () => {
      const [one, other] = [await world.add('One of two'), await world.add('Other of two')]
      const editors = new Map([
        [one.id, world.ada.id],
        [other.id, GHOST_ID],
      ])
      await world.stores
        .records(Article)
        .changeAll([other.id, one.id], (current) => ({ ...current, title: 'Renamed' }), {
          keeping: ({ id }) => ({ editorId: editors.get(id as ArticleId) ?? GHOST_ID, at: LATER }),
        })
      for (const [article, editor] of editors) {
        expect(await listRevisions(world, article, ['editorId'])).toEqual([String(editor)])
        const [id = ''] = await listRevisions(world, article)
        const kept = await world.stores.records(Article).revision(id as RevisionId)
        expect(kept?.values['title']).toBe(article === one.id ? 'One of two' : 'Other of two')
      }
    })

    it('runs one decision after the other, the second on the result of the first', async () => {
      const article = await world.add('Raced', { status: 'DRAFT' })
      const seen: string[] = []
      const publish = (by: Stores) =>
        by.records(Article).change(article.id, (current) => {
          seen.push(current.status)
          return { ...toState(current, 'PUBLISHED', NOON), version: current.version + 1 }
        })
      await Promise.all([publish(world.stores), publish(world.others)])
      expect(seen).toEqual(['DRAFT', 'PUBLISHED'])
      expect((await world.stores.records(Article).get(article.id))?.version).toBe(3)
    })

    it('C4.6 counts one like per user, and changes neither version nor updatedAt', async () => {
      const article = await world.add('Liked')
      await Promise.all([
        world.stores.records(Article).like(article.id, { user: world.ada.id, at: NOON }),
        world.others.records(Article).like(article.id, { user: world.ada.id, at: NOON }),
      ])
      expect(await world.stores.records(Article).get(article.id)).toEqual({ ...article, likes: 1 })
      await world.stores.records(Article).unlike(article.id, { user: world.ada.id })
      await world.stores.records(Article).unlike(article.id, { user: world.ada.id })
      expect(await world.stores.records(Article).get(article.id)).toEqual(article)
    })

    it('C4.6 adds views of several articles together, and skips a deleted article', async () => {
      const [one, two] = [await world.add('One'), await world.add('Two')]
      await world.stores.records(Article).addViews(
        new Map([
          [one.id, 2],
          [two.id, 3],
          [NO_ARTICLE, 1],
        ]),
      )
      await world.stores.records(Article).addViews(new Map([[one.id, 1]]))
      expect((await world.stores.records(Article).get(one.id))?.views).toBe(3)
      expect((await world.stores.records(Article).get(two.id))?.views).toBe(3)
    })

    it.each([
      ['more than so many revisions', 40, 35, 'Text.', 35],
      ['more than 64 MB of texts', 33, 1_000, '🦊'.repeat(500_000), 31],
    ])('C15.1 an edit removes the oldest of %s', async (_, edits, mostRevisions, content, kept) => {
      const article = await world.add('Edited often', { content })
      for (let edit = 0; edit < edits; edit += 1) {
        const at = new Date(NOON.getTime() + edit)
        await world.stores
          .records(Article)
          .change(article.id, (current) => withValues(current, { ...current, title: `Edit ${edit}` }, at), {
            keeping: { editorId: world.ada.id, at, most: mostRevisions },
          })
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

    it('C4.3 purges articles that were deleted before a time, with their comments', async () => {
      const [old, recent, kept] = [await world.add('Old'), await world.add('Recent'), await world.add('Kept')]
      const comment = await world.stores.comments.add(
        aComment(world.stores, old, world.ada.id),
        () => undefined,
      )
      const remove = (id: ArticleId, now: Date) =>
        world.stores
          .records(Article)
          .change(id, (current) => withValues(current, toState(current, 'DELETED', now), now))
      await remove(old.id, NOON)
      await remove(recent.id, LATER)
      const due = { deletedBefore: LATER, atMost: 10, after: null }
      expect(await world.stores.records(Article).purgeTrash(due)).toEqual({ count: 1, last: null })
      expect(await world.stores.records(Article).get(old.id)).toBeNull()
      expect(comment && (await world.stores.comments.get(comment.id))).toBeNull()
      expect([
        await world.stores.records(Article).get(recent.id),
        await world.stores.records(Article).get(kept.id),
      ]).not.toContain(null)
    })

    it('returns null for an unknown article', async () => {
      expect(await world.stores.records(Article).get(NO_ARTICLE)).toBeNull()
      expect(await world.stores.records(Article).change(NO_ARTICLE, (next) => next)).toBeNull()
    })
  })
}

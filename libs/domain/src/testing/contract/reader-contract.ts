import { and, where } from '@content-service/authz'
import { describe, expect, it } from 'vitest'
import { Article } from '../../articles/article.ts'
import type { ArticleRow } from '../../articles/article.ts'
import type { UserRow } from '../../users/user.ts'
import { aComment, anArticle, aUser } from '../builders.ts'
import { NOON } from '../test-audit-context.ts'
import { type ContractWorld, LATER } from './contract-world.ts'

/** The contract of every store of reads. */
export const readerContract = (world: ContractWorld): void => {
  describe('reader', () => {
    const article = where<ArticleRow>()
    const user = where<UserRow>()

    it('C12.17 a related record that does not match the condition of its relation is null', async () => {
      const { id } = await world.add('Withheld')
      const article = await world.stores.records(Article).get(id)
      const added = article && aComment(world.stores, article, world.ada.id)
      if (added) await world.stores.comments.add(added, () => undefined)
      const titleIf = async (status: string) => {
        const [row] = await world.stores.reader.find({
          from: 'comments',
          where: where<{ id: string }>().id.eq(added?.id as string),
          orderBy: [],
          window: { limit: 1, offset: 0 },
          select: {
            fields: ['articleId'],
            related: [
              {
                as: 'on',
                relation: 'article',
                where: where<ArticleRow>().status.eq(status as ArticleRow['status']),
                select: { fields: ['title'] },
              },
            ],
          },
        })
        return row
      }
      expect(await titleIf('PUBLISHED')).toEqual({ articleId: id, on: { title: 'Withheld' } })
      expect(await titleIf('DRAFT')).toEqual({ articleId: id, on: null })
    })

    it('reads a nested selection: only the selected fields, and each list with its window and order', async () => {
      const nested = await world.add('Nested')
      for (const minutes of [1, 2, 3])
        await world.stores.comments.add(
          aComment(world.stores, nested, world.ada.id, {
            content: `${minutes}`,
            now: new Date(NOON.getTime() + minutes * 60_000),
          }),
          () => undefined,
        )
      const [row] = await world.stores.reader.find({
        from: 'articles',
        where: article.id.eq(nested.id),
        orderBy: [],
        window: { limit: 5, offset: 0 },
        select: {
          fields: ['title', 'createdAt', 'publishedAt', 'updatedAt', 'tags', 'commentCount'],
          related: [
            { as: 'by', relation: 'owner', select: { fields: ['username'] } },
            {
              as: 'last',
              relation: 'comments',
              orderBy: [{ by: 'createdAt', direction: 'DESC' }],
              window: { limit: 2, offset: 0 },
              select: {
                fields: ['content', 'createdAt'],
                related: [{ as: 'author', relation: 'author', select: { fields: ['id'] } }],
              },
            },
            {
              as: 'first',
              relation: 'comments',
              orderBy: [{ by: 'createdAt', direction: 'ASC' }],
              window: { limit: 1, offset: 1 },
              select: { fields: ['content'] },
            },
          ],
        },
      })
      expect(row).toEqual({
        title: 'Nested',
        createdAt: NOON,
        publishedAt: NOON,
        updatedAt: null,
        tags: [],
        commentCount: 3,
        by: { username: 'ada' },
        last: [
          { content: '3', createdAt: new Date(NOON.getTime() + 180_000), author: { id: world.ada.id } },
          { content: '2', createdAt: new Date(NOON.getTime() + 120_000), author: { id: world.ada.id } },
        ],
        first: [{ content: '2' }],
      })
    })

    it('returns relations under names of any length, even with equal beginnings', async () => {
      const article = await world.add('Long names')
      const [first, second] = [`${'a'.repeat(70)}1`, `${'a'.repeat(70)}2`]
      const owner = { relation: 'owner', select: { fields: ['username'] } }
      const related = [
        { as: first, ...owner },
        { as: second, ...owner, select: { fields: ['id'] } },
      ]
      const found = await world.stores.reader.find({
        from: 'articles',
        where: where<ArticleRow>().id.eq(article.id),
        orderBy: [],
        window: { limit: 1, offset: 0 },
        select: { fields: ['title'], related },
      })
      expect(found).toEqual([
        {
          title: 'Long names',
          [first]: { username: 'ada' },
          [second]: { id: world.ada.id },
        },
      ])
    })

    it('filters by conditions, counts no further than the limit, and reads pages', async () => {
      for (const n of [1, 2, 3])
        await world.add(`Tagged ${n}`, { tags: ['tagged', `n${n}`], now: new Date(NOON.getTime() + n) })
      const tagged = and(article.tags.contains('tagged'), article.status.eq('PUBLISHED'))
      const find = (offset: number) =>
        world.stores.reader.find({
          from: 'articles',
          where: tagged,
          orderBy: [{ by: 'createdAt', direction: 'DESC' }],
          window: { limit: 2, offset },
          select: { fields: ['title'] },
        })
      expect((await find(0)).map(({ title }) => title)).toEqual(['Tagged 3', 'Tagged 2'])
      expect((await find(2)).map(({ title }) => title)).toEqual(['Tagged 1'])
      expect(await world.stores.reader.count('articles', tagged, 10)).toBe(3)
      expect(await world.stores.reader.count('articles', tagged, 2)).toBe(2)
    })

    it('puts rows without a value last in both directions', async () => {
      for (const title of ['Null 1', 'Null 2']) await world.add(title, { tags: ['nulls'] })
      const changed = await world.add('Not null', { tags: ['nulls'] })
      await world.stores.records(Article).change(changed.id, (current) => ({
        ...current,
        updatedAt: LATER,
        version: 2,
      }))
      for (const direction of ['ASC', 'DESC'] as const) {
        const rows = await world.stores.reader.find({
          from: 'articles',
          where: article.tags.contains('nulls'),
          orderBy: [{ by: 'updatedAt', direction }],
          window: { limit: 9, offset: 0 },
          select: { fields: ['title'] },
        })
        expect(rows[0]).toEqual({ title: 'Not null' })
      }
    })

    it('C7.9 knows which profiles are public', async () => {
      const [hidden, drafting, commenting] = [
        await world.stores.users.add(aUser('hidden'), null),
        await world.stores.users.add(aUser('drafting'), null),
        await world.stores.users.add(aUser('commenting'), null),
      ]
      await world.stores.records(Article).add(anArticle(world.stores, drafting.id, { status: 'DRAFT' }))
      await world.stores.comments.add(
        aComment(world.stores, await world.add('Open'), commenting.id),
        () => undefined,
      )
      const ids = [world.ada, hidden, drafting, commenting].map(({ id }) => id)
      const rows = await world.stores.reader.find({
        from: 'users',
        where: and(user.id.in(ids), user.isPublic.eq(true)),
        orderBy: [{ by: 'id', direction: 'ASC' }],
        window: { limit: 9, offset: 0 },
        select: { fields: ['id'] },
      })
      expect(rows.map(({ id }) => id)).toEqual([world.ada.id, commenting.id])
    })

    it('C3.8 reads followers and followed users', async () => {
      const [star, groupie] = [
        await world.stores.users.add(aUser('star'), null),
        await world.stores.users.add(aUser('groupie'), null),
      ]
      await world.stores.users.follow(groupie.id, star.id, NOON)
      const related = ['followers', 'following'].map((relation) => ({
        as: relation,
        relation,
        select: { fields: ['username'] },
      }))
      const rows = await world.stores.reader.find({
        from: 'users',
        where: user.id.in([star.id, groupie.id]),
        orderBy: [{ by: 'id', direction: 'ASC' }],
        window: { limit: 9, offset: 0 },
        select: { fields: ['username'], related },
      })
      expect(rows).toEqual([
        { username: 'star', followers: [{ username: 'groupie' }], following: [] },
        { username: 'groupie', followers: [], following: [{ username: 'star' }] },
      ])
    })

    it('C4.6 reads the users who like an article', async () => {
      const fan = await world.stores.users.add(aUser('liker'), null)
      const { id } = await world.add('Liked by one')
      await world.add('Never liked')
      await world.stores.records(Article).like(id, { user: fan.id, at: NOON })
      const rows = await world.stores.reader.find({
        from: 'articles',
        where: article.title.in(['Liked by one', 'Never liked']),
        orderBy: [{ by: 'title', direction: 'ASC' }],
        window: { limit: 9, offset: 0 },
        select: {
          fields: ['title'],
          related: [{ as: 'fans', relation: 'likedBy', select: { fields: ['username'] } }],
        },
      })
      expect(rows).toEqual([
        { title: 'Liked by one', fans: [{ username: 'liker' }] },
        { title: 'Never liked', fans: [] },
      ])
    })

    it('returns nothing for a condition that cannot hold', async () => {
      const never = { op: 'or', conditions: [] } as const
      expect(
        await world.stores.reader.find({
          from: 'users',
          where: never,
          orderBy: [],
          window: { limit: 1, offset: 0 },
          select: { fields: ['id'] },
        }),
      ).toEqual([])
      expect(await world.stores.reader.count('users', never, 10)).toBe(0)
    })
  })
}

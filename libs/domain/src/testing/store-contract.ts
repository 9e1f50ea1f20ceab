import { and, where } from '@content-service/authz'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moved, nextVersion, rewritten, scheduled } from '../articles/article.ts'
import { revisionOf } from '../articles/revision.ts'
import type { Stores } from '../context.ts'
import { MAX_USER_ID, type ArticleId, type CategoryId, type UserId } from '../ids.ts'
import { newCategory, newProduct } from '../products/product.ts'
import type { ArticleRow, UserRow } from '../reading.ts'
import { GHOST } from '../users/ghost.ts'
import { GHOST_ID, type User } from '../users/user.ts'
import { aComment, anArticle, aUser, NOON } from './builders.ts'

export interface OpenStores {
  readonly stores: Stores
  /** A second session on the same data, as another request or process would have. */
  readonly others: Stores
  close(): Promise<void>
}

const LATER = new Date(NOON.getTime() + 60_000)
const NO_ARTICLE = '00000000-0000-7000-8000-ffffffffffff' as ArticleId
const NO_CATEGORY = '00000000-0000-7000-8000-ffffffffffff' as CategoryId

/** What every implementation of the domain's stores promises. */
export const storeContract = (name: string, open: () => Promise<OpenStores>): void => {
  describe(`stores: ${name}`, () => {
    let opened: OpenStores
    let stores: Stores
    let ada: User

    beforeAll(async () => {
      opened = await open()
      stores = opened.stores
      ada = await stores.users.add(aUser('ada', 'AUTHOR'), 'a hash')
    })
    afterAll(() => opened.close())

    const add = (title: string, more: Parameters<typeof anArticle>[2] = {}) =>
      stores.articles.add(anArticle(stores, ada.id, { title, ...more }))

    describe('users', () => {
      it('holds the ghost from the beginning', async () => {
        expect(await stores.users.get(GHOST_ID)).toEqual(GHOST)
      })

      it('gives back what was added', async () => {
        expect(await stores.users.get(ada.id)).toEqual(ada)
      })

      it.each(['username', 'email'] as const)(
        'C3.1 refuses a %s that is taken, without regard to case',
        async (field) => {
          const other = { ...aUser('somebody-else'), [field]: ada[field].toUpperCase() }
          await expect(stores.users.add(other, null)).rejects.toMatchObject({
            code: 'CONFLICT',
            problems: [{ path: [field] }],
          })
        },
      )

      it('C3.1 refuses to rename somebody to a username that is taken', async () => {
        const eve = await stores.users.add(aUser('eve'), null)
        const rename = stores.users.change(eve.id, (current) => ({ ...current, username: 'ADA' }))
        await expect(rename).rejects.toMatchObject({ code: 'CONFLICT' })
        expect((await stores.users.get(eve.id))?.username).toBe('eve')
      })

      it('C6.5 never moves the sequence to an id that a client chose, and skips those that are taken', async () => {
        const before = await stores.users.add(aUser('before'), null)
        const chosen = (before.id + 2) as UserId
        expect((await stores.users.addAt(MAX_USER_ID as UserId, aUser('last')))?.id).toBe(MAX_USER_ID)
        expect((await stores.users.addAt(chosen, aUser('chosen')))?.id).toBe(chosen)
        const next = [
          await stores.users.add(aUser('next-1'), null),
          await stores.users.add(aUser('next-2'), null),
        ]
        expect(next.map(({ id }) => id)).toEqual([before.id + 1, before.id + 3])
      })

      it('C6.5 does not put a user where one is', async () => {
        expect(await stores.users.addAt(ada.id, aUser('usurper'))).toBeNull()
        expect((await stores.users.get(ada.id))?.username).toBe('ada')
      })

      it('C5.12 adds all or none, and names the one that is in the way', async () => {
        const list = [aUser('bulk-1'), aUser('bulk-2'), aUser('Ada')].map((user) => ({
          user,
          passwordHash: 'x',
        }))
        const adding = stores.users.addAll(list)
        await expect(adding).rejects.toMatchObject({
          code: 'CONFLICT',
          problems: [{ path: [2, 'username'] }],
        })
        expect(await stores.users.freeUsername(['bulk-1'])).toBe('bulk-1')
        expect((await stores.users.addAll(list.slice(0, 2))).map(({ username }) => username)).toEqual([
          'bulk-1',
          'bulk-2',
        ])
      })

      it('C3.3 finds the first username that is free', async () => {
        expect(await stores.users.freeUsername(['ADA', 'ada', 'ada-2'])).toBe('ada-2')
      })

      it('C3.4 knows the last administrator', async () => {
        const [first, second] = [
          await stores.users.add(aUser('root-1', 'ADMIN'), null),
          await stores.users.add(aUser('root-2', 'ADMIN'), null),
        ]
        const facts: boolean[] = []
        const demote = (current: User, { isLastAdministrator }: { isLastAdministrator: boolean }): User => {
          facts.push(isLastAdministrator)
          return { ...current, role: 'READER' }
        }
        await stores.users.change(first.id, demote)
        await stores.users.change(second.id, demote)
        expect(facts).toEqual([false, true])
      })

      it('writes nothing when the decision throws', async () => {
        const refusing = stores.users.change(ada.id, () => {
          throw new Error('no')
        })
        await expect(refusing).rejects.toThrow('no')
        expect(await stores.users.get(ada.id)).toEqual(ada)
      })

      it('answers null and false for who is not there', async () => {
        const nobody = 1_999_999_999 as UserId
        expect(await stores.users.get(nobody)).toBeNull()
        expect(await stores.users.change(nobody, (current) => current)).toBeNull()
        expect(await stores.users.remove(nobody, () => undefined)).toBe(false)
      })

      it('C3.5 leaves articles and comments of the removed to the ghost, and takes back likes and follows', async () => {
        const bob = await stores.users.add(aUser('bob', 'AUTHOR'), 'x')
        const mine = await stores.articles.add(anArticle(stores, bob.id))
        const liked = await add('Liked by Bob')
        await stores.articles.like(liked.id, bob.id, NOON)
        await stores.users.follow(bob.id, ada.id, NOON)
        const comment = await stores.comments.add(aComment(stores, liked, bob.id), () => undefined)
        expect(await stores.users.remove(bob.id, () => undefined)).toBe(true)
        expect((await stores.articles.get(mine.id))?.ownerId).toBe(GHOST_ID)
        expect((await stores.articles.get(liked.id))?.likes).toBe(0)
        expect(comment && (await stores.comments.get(comment.id))?.authorId).toBe(GHOST_ID)
        expect(await stores.users.unfollow(bob.id, ada.id)).toBe(false)
      })

      it('C3.8 follows once', async () => {
        const fan = await stores.users.add(aUser('fan'), null)
        const twice = [
          await stores.users.follow(fan.id, ada.id, NOON),
          await stores.users.follow(fan.id, ada.id, NOON),
        ]
        expect(twice).toEqual([true, false])
      })
    })

    describe('articles', () => {
      it('gives back what was added, to others too', async () => {
        const article = await add('A title', {
          content: 'Text with "quotes", \\backslashes, {braces} and émojis 🦀.',
          tags: ['a,b', '"c"'],
        })
        expect(await opened.others.articles.get(article.id)).toEqual(article)
      })

      it('C4.2 names the input when the owner does not exist', async () => {
        const orphan = anArticle(stores, 1_999_999_999 as UserId)
        await expect(stores.articles.add(orphan)).rejects.toMatchObject({
          code: 'BAD_USER_INPUT',
          problems: [{ path: ['authorId'] }],
        })
      })

      it('C4.4 keeps the version that an edit replaces', async () => {
        const article = await add('First')
        const id = stores.articles.nextRevisionId()
        await stores.articles.change(article.id, (current) => ({
          next: rewritten(current, { title: 'Second' }),
          revision: revisionOf(current, id, ada.id, LATER),
        }))
        expect((await stores.articles.get(article.id))?.title).toBe('Second')
        expect(await stores.articles.revision(id)).toEqual(revisionOf(article, id, ada.id, LATER))
      })

      it('decides one after the other, the second on what the first has written', async () => {
        const article = await add('Raced', { status: 'DRAFT' })
        const seen: string[] = []
        const publish = (by: Stores) =>
          by.articles.change(article.id, (current) => {
            seen.push(current.status)
            return { next: { ...moved(current, 'PUBLISHED', NOON), version: current.version + 1 } }
          })
        await Promise.all([publish(stores), publish(opened.others)])
        expect(seen).toEqual(['DRAFT', 'PUBLISHED'])
        expect((await stores.articles.get(article.id))?.version).toBe(3)
      })

      it('C4.6 counts one like per user, and leaves version and updatedAt alone', async () => {
        const article = await add('Liked')
        await Promise.all([
          stores.articles.like(article.id, ada.id, NOON),
          opened.others.articles.like(article.id, ada.id, NOON),
        ])
        expect(await stores.articles.get(article.id)).toEqual({ ...article, likes: 1 })
        await stores.articles.unlike(article.id, ada.id)
        await stores.articles.unlike(article.id, ada.id)
        expect(await stores.articles.get(article.id)).toEqual(article)
      })

      it('C4.6 adds views of several articles at once; one that is gone is no obstacle', async () => {
        const [one, two] = [await add('One'), await add('Two')]
        await stores.articles.addViews(
          new Map([
            [one.id, 2],
            [two.id, 3],
            [NO_ARTICLE, 1],
          ]),
        )
        await stores.articles.addViews(new Map([[one.id, 1]]))
        expect((await stores.articles.get(one.id))?.views).toBe(3)
        expect((await stores.articles.get(two.id))?.views).toBe(3)
      })

      it('C4.3 finds what is due, the longest overdue first', async () => {
        const at = async (minutes: number) => {
          const { id } = await add(`Due ${minutes}`, { status: 'DRAFT' })
          const time = new Date(NOON.getTime() + minutes * 60_000)
          await stores.articles.change(id, (current) => ({ next: scheduled(current, time) }))
          return id
        }
        const [second, first, future] = [await at(2), await at(1), await at(10)]
        const fiveMinutesLater = new Date(NOON.getTime() + 300_000)
        expect(await stores.articles.due(fiveMinutesLater, 10)).toEqual([first, second])
        expect(await stores.articles.due(fiveMinutesLater, 1)).toEqual([first])
        expect(await stores.articles.due(NOON, 10)).not.toContain(future)
      })

      it('C4.3 purges what was deleted before a time, with its comments', async () => {
        const [old, recent, kept] = [await add('Old'), await add('Recent'), await add('Kept')]
        const comment = await stores.comments.add(aComment(stores, old, ada.id), () => undefined)
        const remove = (id: ArticleId, now: Date) =>
          stores.articles.change(id, (current) => ({
            next: nextVersion(current, moved(current, 'DELETED', now), now),
          }))
        await remove(old.id, NOON)
        await remove(recent.id, LATER)
        expect(await stores.articles.purge(LATER, 10)).toBe(1)
        expect(await stores.articles.get(old.id)).toBeNull()
        expect(comment && (await stores.comments.get(comment.id))).toBeNull()
        expect([await stores.articles.get(recent.id), await stores.articles.get(kept.id)]).not.toContain(null)
      })

      it('answers null for what is not there', async () => {
        expect(await stores.articles.get(NO_ARTICLE)).toBeNull()
        expect(await stores.articles.change(NO_ARTICLE, (next) => ({ next }))).toBeNull()
      })
    })

    describe('comments', () => {
      it('know their article', async () => {
        const article = await add('Commented')
        const comment = await stores.comments.add(aComment(stores, article, ada.id), () => undefined)
        expect(comment).toMatchObject({
          articleId: article.id,
          articleOwnerId: ada.id,
          articleStatus: 'PUBLISHED',
        })
        expect(comment && (await stores.comments.get(comment.id))).toEqual(comment)
      })

      it('are not added when the article refuses, nor where there is none', async () => {
        const article = await add('Closed')
        const refuse = (): never => {
          throw new Error('closed')
        }
        const comment = aComment(stores, article, ada.id)
        await expect(stores.comments.add(comment, refuse)).rejects.toThrow('closed')
        expect(await stores.comments.get(comment.id)).toBeNull()
        expect(await stores.comments.add({ ...comment, articleId: NO_ARTICLE }, () => undefined)).toBeNull()
      })

      it('can be changed and removed once', async () => {
        const article = await add('Discussed')
        const { id } = aComment(stores, article, ada.id)
        await stores.comments.add({ ...aComment(stores, article, ada.id), id }, () => undefined)
        await stores.comments.change(id, (current) => ({ ...current, content: 'Edited.', version: 2 }))
        expect(await stores.comments.get(id)).toMatchObject({ content: 'Edited.', version: 2 })
        expect([
          await stores.comments.remove(id, () => undefined),
          await stores.comments.remove(id, () => undefined),
        ]).toEqual([true, false])
      })
    })

    describe('products', () => {
      it('C4.9 belong to a category, whose name is taken once', async () => {
        const category = await stores.categories.add(newCategory('Books', stores.categories.nextId(), NOON))
        const again = newCategory('BOOKS', stores.categories.nextId(), NOON)
        await expect(stores.categories.add(again)).rejects.toMatchObject({
          code: 'CONFLICT',
          problems: [{ path: ['name'] }],
        })
        const given = { title: 'A book', price: 12.5, stock: 3, categoryId: category.id }
        const product = await stores.products.add(newProduct(given, stores.products.nextId(), NOON))
        expect(await stores.products.get(product.id)).toEqual(product)
        await stores.products.change(product.id, (current) => ({ ...current, stock: 2 }))
        expect((await stores.products.get(product.id))?.stock).toBe(2)
        const misplaced = newProduct({ ...given, categoryId: NO_CATEGORY }, stores.products.nextId(), NOON)
        await expect(stores.products.add(misplaced)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
        expect([await stores.products.remove(product.id), await stores.products.remove(product.id)]).toEqual([
          true,
          false,
        ])
      })
    })

    describe('reader', () => {
      const article = where<ArticleRow>()
      const user = where<UserRow>()

      it('reads a nested selection: only its fields, each list in its own window and order', async () => {
        const nested = await add('Nested')
        for (const minutes of [1, 2, 3])
          await stores.comments.add(
            aComment(stores, nested, ada.id, {
              content: `${minutes}`,
              now: new Date(NOON.getTime() + minutes * 60_000),
            }),
            () => undefined,
          )
        const [row] = await stores.reader.find({
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
            { content: '3', createdAt: new Date(NOON.getTime() + 180_000), author: { id: ada.id } },
            { content: '2', createdAt: new Date(NOON.getTime() + 120_000), author: { id: ada.id } },
          ],
          first: [{ content: '2' }],
        })
      })

      it('answers under names of any length, which may begin alike', async () => {
        const article = await add('Long names')
        const [first, second] = [`${'a'.repeat(70)}1`, `${'a'.repeat(70)}2`]
        const owner = { relation: 'owner', select: { fields: ['username'] } }
        const related = [
          { as: first, ...owner },
          { as: second, ...owner, select: { fields: ['id'] } },
        ]
        const found = await stores.reader.find({
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
            [second]: { id: ada.id },
          },
        ])
      })

      it('filters by conditions, counts no further than asked, and pages', async () => {
        for (const n of [1, 2, 3])
          await add(`Tagged ${n}`, { tags: ['tagged', `n${n}`], now: new Date(NOON.getTime() + n) })
        const tagged = and(article.tags.contains('tagged'), article.status.eq('PUBLISHED'))
        const find = (offset: number) =>
          stores.reader.find({
            from: 'articles',
            where: tagged,
            orderBy: [{ by: 'createdAt', direction: 'DESC' }],
            window: { limit: 2, offset },
            select: { fields: ['title'] },
          })
        expect((await find(0)).map(({ title }) => title)).toEqual(['Tagged 3', 'Tagged 2'])
        expect((await find(2)).map(({ title }) => title)).toEqual(['Tagged 1'])
        expect(await stores.reader.count('articles', tagged, 10)).toBe(3)
        expect(await stores.reader.count('articles', tagged, 2)).toBe(2)
      })

      it('ends a list with what has no value, in either direction', async () => {
        for (const title of ['Null 1', 'Null 2']) await add(title, { tags: ['nulls'] })
        const changed = await add('Not null', { tags: ['nulls'] })
        await stores.articles.change(changed.id, (current) => ({
          next: { ...current, updatedAt: LATER, version: 2 },
        }))
        for (const direction of ['ASC', 'DESC'] as const) {
          const rows = await stores.reader.find({
            from: 'articles',
            where: article.tags.contains('nulls'),
            orderBy: [{ by: 'updatedAt', direction }],
            window: { limit: 9, offset: 0 },
            select: { fields: ['title'] },
          })
          expect(rows[0]).toEqual({ title: 'Not null' })
        }
      })

      it('C7.9 knows whose profile is public', async () => {
        const [hidden, drafting, commenting] = [
          await stores.users.add(aUser('hidden'), null),
          await stores.users.add(aUser('drafting'), null),
          await stores.users.add(aUser('commenting'), null),
        ]
        await stores.articles.add(anArticle(stores, drafting.id, { status: 'DRAFT' }))
        await stores.comments.add(aComment(stores, await add('Open'), commenting.id), () => undefined)
        const ids = [ada, hidden, drafting, commenting].map(({ id }) => id)
        const rows = await stores.reader.find({
          from: 'users',
          where: and(user.id.in(ids), user.isPublic.eq(true)),
          orderBy: [{ by: 'id', direction: 'ASC' }],
          window: { limit: 9, offset: 0 },
          select: { fields: ['id'] },
        })
        expect(rows.map(({ id }) => id)).toEqual([ada.id, commenting.id])
      })

      it('C3.8 walks to followers and followed', async () => {
        const [star, groupie] = [
          await stores.users.add(aUser('star'), null),
          await stores.users.add(aUser('groupie'), null),
        ]
        await stores.users.follow(groupie.id, star.id, NOON)
        const related = ['followers', 'following'].map((relation) => ({
          as: relation,
          relation,
          select: { fields: ['username'] },
        }))
        const rows = await stores.reader.find({
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

      it('answers nothing for a condition that cannot hold', async () => {
        const never = { op: 'or', conditions: [] } as const
        expect(
          await stores.reader.find({
            from: 'users',
            where: never,
            orderBy: [],
            window: { limit: 1, offset: 0 },
            select: { fields: ['id'] },
          }),
        ).toEqual([])
        expect(await stores.reader.count('users', never, 10)).toBe(0)
      })
    })

    describe('search (C5.3)', () => {
      const all = and()
      const find = async (
        text: string,
        scope: Parameters<Stores['search']['search']>[1] = { ARTICLE: all },
      ) => (await stores.search.search(text, scope, { limit: 10, offset: 0 })).map(({ id }) => id)

      it('finds words of titles before words of texts', async () => {
        const inText = await add('Something else', { content: 'All about the ornithopter.' })
        const inTitle = await add('The ornithopter', { content: 'A machine.' })
        expect(await find('ornithopter')).toEqual([inTitle.id, inText.id])
      })

      it('takes accents for the letters below them', async () => {
        const cafe = await add('Visiting the Café Müller')
        expect(await find('cafe muller')).toEqual([cafe.id])
        expect(await find('Müller')).toEqual([cafe.id])
      })

      it.each([
        ['replaced', 'kaleidosxope'],
        ['missing', 'kaleidscope'],
        ['doubled', 'kaleidoscoppe'],
      ])('finds a word with one letter %s', async (_, misspelt) => {
        const title = await add(`A kaleidoscope of ${misspelt.length}`, { tags: [misspelt.slice(0, 5)] })
        expect(await find(misspelt)).toContain(title.id)
      })

      it('keeps to its scope', async () => {
        const draft = await add('An unpublished quasar', { status: 'DRAFT' })
        const published = where<ArticleRow>().status.eq('PUBLISHED')
        expect(await find('quasar', { ARTICLE: published })).toEqual([])
        expect(await find('quasar', { USER: all })).toEqual([])
        expect(await find('quasar')).toEqual([draft.id])
      })

      it('finds users, comments and products, and pages', async () => {
        const zaphod = await stores.users.add(aUser('zaphod'), null)
        const comment = await stores.comments.add(
          aComment(stores, await add('Elsewhere'), ada.id, { content: 'Where is zaphod?' }),
          () => undefined,
        )
        const hits = await stores.search.search(
          'zaphod',
          { USER: all, COMMENT: all, PRODUCT: all },
          { limit: 10, offset: 0 },
        )
        expect(hits.map(({ type, id }) => ({ type, id }))).toEqual([
          { type: 'USER', id: String(zaphod.id) },
          { type: 'COMMENT', id: comment?.id },
        ])
        expect(
          await stores.search.search('zaphod', { USER: all, COMMENT: all }, { limit: 1, offset: 1 }),
        ).toHaveLength(1)
      })

      it('takes texts full of angle brackets at once, and finds the words between them', async () => {
        const content = `<b>zirconium</b> ${'<!--'.repeat(100_000)}`
        const { id } = await add('Angles', { content })
        const [hit] = await stores.search.search('zirconium', { ARTICLE: and() }, { limit: 1, offset: 0 })
        expect(hit?.id).toBe(id)
      })

      it('follows edits', async () => {
        const article = await add('About xylophones')
        await stores.articles.change(article.id, (current) => ({
          next: rewritten(current, { title: 'About vibraphones' }),
        }))
        expect(await find('xylophones')).not.toContain(article.id)
        expect(await find('vibraphones')).toContain(article.id)
      })
    })
  })
}

import type { Condition } from '@content-service/authz'
import { Article, type Comment, type Stores, type UserId } from '@content-service/domain'
import { TEST_AUDIT_CONTEXT, aComment, anArticle, aUser } from '@content-service/domain/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findRows } from '../statements/sql.ts'
import { createStores } from '../stores.ts'
import { openPostgres, type TestDatabase } from '../testing/databases.ts'

const ALL: Condition = { op: 'and', conditions: [] }
const statements: string[] = []
let test: TestDatabase
let ada: UserId
let article: Article

const stores = (actorId: number = ada, requestId = 'a request'): Stores =>
  createStores(test.database.session(), { ...TEST_AUDIT_CONTEXT, actorId: actorId as UserId, requestId })
const rows = <Row>(table: string): Promise<readonly Row[]> =>
  findRows(test.database.session(), sql<Row>`select * from ${sql.table(table)}`)
const count = (start: string): number => statements.filter((text) => text.startsWith(start)).length
const add = (comment: Comment, by: Stores = stores(), seen = article) =>
  by.comments.add(comment, () => undefined, seen)
const comments = (number: number): readonly Comment[] =>
  Array.from({ length: number }, () => aComment(stores(), article, ada))

beforeAll(async () => {
  test = await openPostgres({ onStatement: (text) => void statements.push(text) })
  const writer = createStores(test.database.session(), TEST_AUDIT_CONTEXT)
  ada = (await writer.users.add(aUser('ada', 'AUTHOR'), null)).id
})
beforeEach(async () => {
  article = await stores().records(Article).add(anArticle(stores(), ada))
  for (const table of ['comments', 'audit_entries', 'events'])
    await findRows(test.database.session(), sql`delete from ${sql.table(table)}`)
  statements.length = 0
})
afterAll(() => test.close())

describe('C5.11 writes of different requests', () => {
  it('share a transaction, each with its entry in the audit log and its event', async () => {
    const many = comments(20)
    await Promise.all(many.map((comment, place) => add(comment, stores(ada, `request ${place}`))))
    expect(count('begin')).toBeLessThan(5)
    const ids = many.map(({ id }) => id).toSorted()
    const entries = await rows<{ resource_id: string; request_id: string }>('audit_entries')
    expect(entries.map(({ resource_id }) => resource_id).toSorted()).toEqual(ids)
    for (const [place, { id }] of many.entries())
      expect(entries.find(({ resource_id }) => resource_id === id)?.request_id).toBe(`request ${place}`)
    const events = await rows<{ resource_id: string; type: string; data: object }>('events')
    expect(events.map(({ resource_id }) => resource_id).toSorted()).toEqual(ids)
    expect(events[0]).toMatchObject({
      type: 'comment.created',
      data: { articleId: article.id, articleStatus: 'PUBLISHED', articleOwnerId: ada },
    })
  })

  it('store the same rows as a write alone', async () => {
    const [shared, alone] = comments(2) as [Comment, Comment]
    await add(shared)
    await stores().comments.add(alone, () => undefined)
    const kept = async (table: string) =>
      (await rows<Record<string, unknown>>(table)).map((row) => ({
        ...row,
        ...Object.fromEntries(
          ['id', 'resource_id', 'position', 'transaction_id', 'snapshot'].map((name) => [name, null]),
        ),
        data: { ...(row['data'] as object), id: null },
      }))
    for (const table of ['comments', 'audit_entries', 'events']) {
      const [one, other, ...more] = await kept(table)
      expect(one).toEqual(other)
      expect(more).toEqual([])
    }
  })

  it('keep the order of the events of a record', async () => {
    const published = anArticle(stores(), ada, { status: 'PUBLISHED', title: 'Of its own' })
    await stores().records(Article).add(published)
    const events = await rows<{ type: string; position: string }>('events')
    expect(count('rollback')).toBe(0)
    const ordered = events.toSorted((one, other) => Number(one.position) - Number(other.position))
    expect(ordered.map(({ type }) => type)).toEqual(['article.created', 'article.published'])
  })

  it('C17.7 take slugs together, and alone those that are taken', async () => {
    const titles = Array.from({ length: 20 }, (_, place) => `Grouped ${place % 10}`)
    const records = stores().records(Article)
    await Promise.all(titles.map((title) => records.add(anArticle(stores(), ada, { title }))))
    // Ten of them share a few transactions, and each of the others has one of its own.
    expect(count('begin')).toBeLessThan(15)
    const slugs = (await rows<Article>('articles')).filter(({ title }) => title.startsWith('Grouped'))
    const expected = Array.from({ length: 10 }, (_, place) => [`grouped-${place}`, `grouped-${place}-2`])
    expect(slugs.map(({ slug }) => slug).toSorted()).toEqual(expected.flat().toSorted())
    const kept = await rows<{ slug: string }>('record_slugs')
    expect(kept.filter(({ slug }) => slug.startsWith('grouped'))).toHaveLength(20)
  })

  it('do not fail with a write that fails', async () => {
    const [good, orphan] = comments(2) as [Comment, Comment]
    const outcomes = await Promise.allSettled([
      add(good),
      add({ ...orphan, authorId: 999_999 as UserId }, stores(999_999)),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect((await rows<Comment>('comments')).map(({ id }) => id)).toEqual([good.id])
    expect(await rows('audit_entries')).toHaveLength(1)
  })

  it('run again alone if a request of the group is refused, which then stays alone', async () => {
    const refuse = (by: Stores, comment: Comment) =>
      by.atomically(async (within) => {
        await add(comment, within)
        throw new Error('refused')
      })
    const [good, bad, worse] = comments(3) as [Comment, Comment, Comment]
    const bob = (await stores().users.add(aUser('bob'), null)).id
    statements.length = 0
    const outcomes = await Promise.allSettled([add(good), refuse(stores(bob), bad)])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect((await rows<Comment>('comments')).map(({ id }) => id)).toEqual([good.id])
    statements.length = 0
    await expect(refuse(stores(bob), worse)).rejects.toThrow('refused')
    expect(count('with given')).toBe(0)
  })

  it('see their own row, and not the rows of others before the commit', async () => {
    const [mine] = comments(1) as [Comment]
    const prepared = stores().reader.prepareCount({ from: 'comments', where: ALL }, 10)
    await stores().atomically(async (within) => {
      await add(mine, within)
      expect(await prepared.find(within.reader, {})).toEqual([{ count: 1 }])
      expect(await prepared.find(stores().reader, {})).toEqual([{ count: 0 }])
    })
    expect(await prepared.find(stores().reader, {})).toEqual([{ count: 1 }])
  })

  it('run every read of the request', async () => {
    const [mine] = comments(1) as [Comment]
    await stores().atomically(async (within) => {
      await add(mine, within)
      expect(await within.records(Article).get(article.id)).toEqual(article)
      expect(await within.reader.count('comments', ALL, 10)).toBe(1)
      const [row] = await within.reader.find({
        from: 'comments',
        where: ALL,
        orderBy: [],
        window: { limit: 1, offset: 0 },
        select: { fields: ['id', 'content', 'createdAt'] },
      })
      expect(row).toEqual({ id: mine.id, content: mine.content, createdAt: mine.createdAt })
    })
    expect(count('rollback')).toBe(0)
    expect(await rows('comments')).toHaveLength(1)
  })

  it('read on any connection after the commit, such as for work in the background', async () => {
    const [mine] = comments(1) as [Comment]
    const after = await stores().atomically(async (within) => {
      await add(mine, within)
      return within
    })
    expect(await after.records(Article).get(article.id)).toEqual(article)
    expect(await after.reader.count('comments', ALL, 10)).toBe(1)
  })

  it('leave the group for a second write', async () => {
    const [one, two] = comments(2) as [Comment, Comment]
    await stores().atomically(async (within) => {
      await add(one, within)
      await add(two, within)
    })
    expect(count('rollback')).toBe(1)
    expect(await rows('comments')).toHaveLength(2)
    expect(await rows('audit_entries')).toHaveLength(2)
  })
})

describe('C4.6 an article that has changed since the caller has read it', () => {
  const archive = () =>
    stores()
      .records(Article)
      .change(article.id, (current) => ({ ...current, status: 'ARCHIVED' }))

  it('decides about the comment again', async () => {
    await archive()
    const [late] = comments(1) as [Comment]
    const seen: string[] = []
    const decide = ({ status }: { readonly status: string }) => void seen.push(status)
    await stores().comments.add(late, decide, article)
    expect(seen).toEqual(['PUBLISHED', 'ARCHIVED'])
  })

  it('delays only its own comment while it is locked', async () => {
    const other = await stores().records(Article).add(anArticle(stores(), ada))
    const [waiting] = comments(1) as [Comment]
    const free = aComment(stores(), other, ada)
    const order: string[] = []
    const em = test.database.session()
    let blocked: Promise<unknown> | undefined
    await em.transactional(async (locked) => {
      await findRows(locked, sql`select from articles where id = ${article.id} for update`)
      blocked = add(waiting).then(() => order.push('waiting'))
      await add(free, stores(), other).then(() => order.push('free'))
    })
    await blocked
    expect(order).toEqual(['free', 'waiting'])
  })
})

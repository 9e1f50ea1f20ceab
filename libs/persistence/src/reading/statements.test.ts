import { and, or, where, type Condition } from '@content-service/authz'
import { Article, builtInModel, type RelatedSelection } from '@content-service/domain'
import { ARTICLE_SORT_FIELDS } from '@content-service/domain/internal/articles'
import type { Query } from '@content-service/domain/internal/reading'
import type { Records } from '@content-service/domain/internal/service'
import { TEST_AUDIT_CONTEXT, aComment, anArticle, aUser } from '@content-service/domain/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'
import { queryStatement } from './query-statement.ts'
import { Tables } from '../tables/tables.ts'

/** The nested list: 20 newest articles with owner, 10 comments each, and the author of each comment. */
const NESTED: Query = {
  from: 'articles',
  where: and(),
  orderBy: [{ by: 'createdAt', direction: 'DESC' }],
  window: { limit: 20, offset: 0 },
  select: {
    fields: ['id', 'title'],
    related: [
      { as: 'owner', relation: 'owner', select: { fields: ['username'] } },
      {
        as: 'comments',
        relation: 'comments',
        window: { limit: 10, offset: 0 },
        select: {
          fields: ['id'],
          related: [{ as: 'author', relation: 'author', select: { fields: ['username'] } }],
        },
      },
    ],
  },
}

/** Articles, then owners and comments, then authors. */
const LEVELS = 3

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
])('statements on %s', (_, open) => {
  const statements: string[] = []
  let test: TestDatabase

  beforeAll(async () => {
    test = await open({ onStatement: (sql) => void statements.push(sql) })
    const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT)
    const ada = await stores.users.add(aUser('ada', 'AUTHOR'), null)
    for (let n = 0; n < 25; n += 1) {
      const article = await stores.records(Article).add(anArticle(stores, ada.id, { title: `Article ${n}` }))
      for (let c = 0; c < 3; c += 1)
        await stores.comments.add(aComment(stores, article, ada.id), () => undefined)
    }
  })
  afterAll(() => test.close())

  const read = async (query: Query) => {
    statements.length = 0
    const rows = await createStores(test.database.session(), TEST_AUDIT_CONTEXT).reader.find(query)
    return { rows, statements: [...statements] }
  }

  it('the nested list takes one statement for all its levels', async () => {
    const { rows, statements } = await read(NESTED)
    expect(rows).toHaveLength(20)
    expect(rows.flatMap(({ comments }) => comments)).toHaveLength(60)
    expect(statements.length).toBeLessThanOrEqual(LEVELS)
    expect(statements).toHaveLength(1)
  })

  it('a read fetches only selected fields', async () => {
    const { statements } = await read(NESTED)
    expect(statements[0]).not.toMatch(/content|\*|email/)
  })

  /** The plan for a table that is too large to be read as a whole, or sorted in memory. */
  const explain = (query: Query, ...otherwise: readonly string[]): Promise<string> =>
    test.database.session().transactional(async (em) => {
      for (const setting of ['enable_seqscan', ...otherwise]) await em.execute(`set local ${setting} = off`)
      const statement = queryStatement(new Tables(builtInModel), query, null)
      const { rows } = await sql`explain ${statement}`.execute(em.getKysely())
      return JSON.stringify(rows)
    })
  const article = where<Records['articles']>()
  /** C13.2: an index has the beginning of a text, so that PostgreSQL sorts no more than rows with equal beginnings. */
  const SORTS_ALL = /(?<!Incremental )Sort {2}\(/
  /** PostgreSQL would rather sort the few rows of the test. */
  const IN_ORDER = ['enable_bitmapscan', 'enable_sort']
  const isText = (by: string) => ['title', 'username'].includes(by) && { isText: true as const }
  const list = (of: Condition, by: string, direction: 'ASC' | 'DESC'): Query => ({
    from: 'articles',
    where: of,
    orderBy: [
      { by, direction, ...isText(by) },
      { by: 'id', direction },
    ],
    window: { limit: 20, offset: 0 },
    select: { fields: ['id'] },
  })

  it.each(ARTICLE_SORT_FIELDS.flatMap((by) => [[by, 'ASC'] as const, [by, 'DESC'] as const]))(
    'reads articles by %s %s in the order of an index, without sorting all articles',
    async (by, direction) => {
      const plan = await explain(list(article.status.ne('DELETED'), by, direction), ...IN_ORDER)
      expect(plan).not.toMatch(SORTS_ALL)
    },
  )

  it.each(ARTICLE_SORT_FIELDS)(
    'leaves out articles of other days without reading them, by %s',
    async (by) => {
      const until = article.publishedAt.lte(new Date('2026-02-01'))
      expect(await explain(list(until, by, 'DESC'), 'enable_bitmapscan')).toMatch(
        /Index Cond: \(published_at <=/,
      )
    },
  )

  it.each(['createdAt', 'username'])('reads users by %s in the order of an index', async (by) => {
    const users = { ...list(where<Records['users']>().deleted.eq(false), by, 'DESC'), from: 'users' }
    expect(await explain(users, ...IN_ORDER)).not.toMatch(SORTS_ALL)
  })

  it('finds a tag by an index', async () => {
    const tagged = { ...list(article.tags.contains('tea'), 'createdAt', 'DESC'), orderBy: [] }
    expect(await explain(tagged, 'enable_indexscan')).toContain('articles_tags')
  })

  /** The number of rows that PostgreSQL finds under an alias, in all loops. It may add a number to the alias. */
  const countFound = async (query: Query, alias: string, most: number | null = null): Promise<number> => {
    const { rows } = await sql<{
      'QUERY PLAN': unknown
    }>`explain (analyze, format json) ${queryStatement(new Tables(builtInModel), query, most)}`.execute(
      test.database.session().getKysely(),
    )
    let found = 0
    JSON.stringify(rows[0]?.['QUERY PLAN'], (_, node) => {
      if (node?.Alias?.startsWith(alias)) found += node['Actual Rows'] * node['Actual Loops']
      return node
    })
    return found
  }

  it('reads no comments of the articles that an offset skips', async () => {
    const last = { ...NESTED, window: { limit: 2, offset: 20 } }
    expect(await countFound(last, 't1')).toBe(2 + 2 * 3)
  })

  it('C12.5 makes each list once when it adds up its bytes', async () => {
    expect(await countFound(NESTED, 't1', 10_000)).toBe(20 + 20 * 3)
    const next = { ...NESTED, window: { limit: 2, offset: 20 } }
    expect(await countFound(next, 't1', 1_000)).toBe(2 + 2 * 3)
  })

  it('asks an article once for its state, and not for each comment', async () => {
    const comment = where<{ article: Records['articles'] }>()
    const [owner, comments] = NESTED.select.related ?? []
    const readable = or(comment.article.status.eq('PUBLISHED'), comment.article.status.eq('ARCHIVED'))
    const query: Query = {
      ...NESTED,
      select: {
        fields: ['id'],
        related: [
          { ...owner, as: 'owner', relation: 'owner', where: where<Records['users']>().deleted.eq(false) },
          { ...comments, where: readable },
        ] as readonly RelatedSelection[],
      },
    }
    const { statements } = await read(query)
    expect(statements[0]?.match(/"articles"/g)).toHaveLength(1)
  })

  it('a condition that cannot hold needs no statement', async () => {
    expect((await read({ ...NESTED, where: { op: 'or', conditions: [] } })).statements).toEqual([])
  })
})

import { and } from '@content-service/authz'
import { builtInModel, type RelatedSelection, type Row } from '@content-service/domain'
import type { Query } from '@content-service/domain/internal/reading'
import { TEST_AUDIT_CONTEXT, aUser } from '@content-service/domain/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'
import { queryStatement } from './query-statement.ts'
import { Tables } from '../tables/tables.ts'

const [ARTICLES, COMMENTS] = [80, 16]

/** The rows read for an object, of those in the step before. An offset reads the rows that it skips, but nothing below them. */
const MOST_GROWTH = 1.5

const NEWEST = (direction: 'ASC' | 'DESC') =>
  [
    { by: 'createdAt', direction },
    { by: 'id', direction },
  ] as const

const listComments = (limit: number, as = 'comments'): RelatedSelection => ({
  as,
  relation: 'comments',
  orderBy: NEWEST('ASC'),
  window: { limit, offset: 0 },
  select: {
    fields: ['id', 'content'],
    related: [{ as: 'author', relation: 'author', select: { fields: ['username'] } }],
  },
})

const listArticles = (limit: number, offset: number, related: readonly RelatedSelection[]): Query => ({
  from: 'articles',
  where: and(),
  orderBy: NEWEST('DESC'),
  window: { limit, offset },
  select: { fields: ['id', 'title'], related },
})

const SERIES: readonly (readonly [name: string, steps: readonly number[], read: (step: number) => Query])[] =
  [
    ['the limit', [10, 20, 40, 80], (limit) => listArticles(limit, 0, [listComments(4)])],
    ['the limit of a nested list', [2, 4, 8, 16], (limit) => listArticles(10, 0, [listComments(limit)])],
    ['the page', [1, 2, 4, 8], (page) => listArticles(10, (page - 1) * 10, [listComments(4)])],
    [
      'the number of aliases',
      [1, 2, 4, 8],
      (lists) =>
        listArticles(
          10,
          0,
          Array.from({ length: lists }, (_, at) => listComments(2, `list${at}`)),
        ),
    ],
  ]

const countObjects = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + countObjects(each), 0)
  if (typeof value !== 'object' || value === null) return 0
  return 1 + countObjects(Object.values(value))
}

/** The rows of all nodes of a plan, in all loops. */
const countRows = (plan: unknown): number => {
  let rows = 0
  JSON.stringify(plan, (_, node) => {
    if (node?.['Actual Rows'] !== undefined) rows += node['Actual Rows'] * node['Actual Loops']
    return node
  })
  return rows
}

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
])('growing reads on %s', (_, open) => {
  const statements: string[] = []
  let test: TestDatabase

  beforeAll(async () => {
    test = await open({ onStatement: (sql) => void statements.push(sql) })
    const ada = await createStores(test.database.session(), TEST_AUDIT_CONTEXT).users.add(
      aUser('ada', 'AUTHOR'),
      null,
    )
    await test.database.session().execute(`
      with article as (
        insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, version)
        select gen_random_uuid(), 'Title ' || n, 'Text.', 'Text.', true, 'PUBLISHED', '{}', ${ada.id},
          timestamptz '2026-01-01Z' + n * interval '1 hour', 1
        from generate_series(1, ${ARTICLES}) n returning id, created_at
      )
      insert into comments (id, article_id, author_id, content, created_at, version)
      select gen_random_uuid(), id, ${ada.id}, 'Well said.', created_at + n * interval '1 minute', 1
      from article, generate_series(1, ${COMMENTS}) n`)
  })
  afterAll(() => test.close())

  const find = (query: Query): Promise<readonly Row[]> =>
    createStores(test.database.session(), TEST_AUDIT_CONTEXT).reader.find(query)

  /** The rows that PostgreSQL reads by the plan for tables that are too large to be read as a whole. */
  const explain = (query: Query, most: number | null): Promise<number> =>
    test.database.session().transactional(async (em) => {
      for (const setting of ['enable_seqscan', 'enable_bitmapscan'])
        await em.execute(`set local ${setting} = off`)
      const statement = queryStatement(new Tables(builtInModel), query, most)
      const { rows } = await sql`explain (analyze, format json) ${statement}`.execute(em.getKysely())
      return countRows(rows)
    })

  describe.each([
    ['', null],
    [' while the bytes are added up (C12.5)', 200_000],
  ])('rows%s', (_, most) => {
    it.each(SERIES)('%s does not change the rows read for an object', async (_, steps, read) => {
      const costs = []
      for (const step of steps)
        costs.push((await explain(read(step), most)) / countObjects(await find(read(step))))
      for (const [at, cost] of costs.slice(1).entries())
        expect(cost / (costs[at] ?? 0), `step ${steps[at + 1]}`).toBeLessThanOrEqual(MOST_GROWTH)
    })
  })

  it.each(SERIES)('%s does not change the number of statements', async (_, steps, read) => {
    for (const step of steps) {
      statements.length = 0
      await find(read(step))
      expect(statements).toHaveLength(1)
    }
  })
})

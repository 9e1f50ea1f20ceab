import { and } from '@content-service/authz'
import type { Query } from '@content-service/domain'
import { TEST_AUDIT_CONTEXT, aComment, anArticle, aUser } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'

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
      const article = await stores.articles.add(anArticle(stores, ada.id, { title: `Article ${n}` }))
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

  it('the nested list takes no more statements than it has levels: one', async () => {
    const { rows, statements } = await read(NESTED)
    expect(rows).toHaveLength(20)
    expect(rows.flatMap(({ comments }) => comments)).toHaveLength(60)
    expect(statements.length).toBeLessThanOrEqual(LEVELS)
    expect(statements).toHaveLength(1)
  })

  it('nothing is read that was not asked for', async () => {
    const { statements } = await read(NESTED)
    expect(statements[0]).not.toMatch(/content|\*|email/)
  })

  it('the newest of several states are found by an index, without sorting all there are', async () => {
    const em = test.database.session()
    const plan = await em.transactional(async (inside) => {
      await inside.execute('set local enable_seqscan = off')
      return inside.execute<object[]>(
        "explain select id from articles t0 where status <> 'DELETED' order by created_at desc, id desc limit 20",
      )
    })
    expect(JSON.stringify(plan)).not.toContain('Sort')
  })

  it('a condition that cannot hold asks nothing', async () => {
    expect((await read({ ...NESTED, where: { op: 'or', conditions: [] } })).statements).toEqual([])
  })
})

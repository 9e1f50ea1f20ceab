import { Article } from '@content-service/domain'
import { and, or, where } from '@content-service/authz'
import type { ArticleRow } from '@content-service/domain/internal/articles'
import type { Query } from '@content-service/domain/internal/reading'
import { TEST_AUDIT_CONTEXT, aComment, anArticle, aUser } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'

const article = where<ArticleRow>()
const CALLER = { subject: 'caller' }

/** The articles that are published, or that belong to the caller, with their comments. */
const LIST: Query = {
  from: 'articles',
  where: or(
    article.status.eq('PUBLISHED'),
    article.ownerId.eq(CALLER),
    article.title.eq("It's $1, 'quoted' \\ and $2"),
  ),
  orderBy: [
    { by: 'title', direction: 'ASC' },
    { by: 'id', direction: 'ASC' },
  ],
  window: { limit: 100, offset: 0 },
  select: {
    fields: ['id', 'title', 'tags', 'createdAt', 'publishedAt'],
    related: [
      { as: 'owner', relation: 'owner', select: { fields: ['id', 'username'] } },
      {
        as: 'comments',
        relation: 'comments',
        window: { limit: 5, offset: 0 },
        where: or(and(where<{ authorId: number }>().authorId.eq(CALLER))),
        select: { fields: ['content', 'createdAt'] },
      },
    ],
  },
}

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
])('a prepared query on %s', (_, open) => {
  let test: TestDatabase
  const people: number[] = []
  const stores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT)
  beforeAll(async () => {
    test = await open()
    for (const name of ['ada', 'bob']) {
      const { id } = await stores().users.add(aUser(name, 'AUTHOR'), null)
      people.push(id)
      for (const status of ['DRAFT', 'PUBLISHED'] as const) {
        const title = `${status} of ${name}`
        const added = await stores()
          .records(Article)
          .add(anArticle(stores(), id, { title, status }))
        await stores().comments.add(aComment(stores(), added, id), () => undefined)
      }
    }
  })
  afterAll(() => test.close())

  const bind = (caller: number): Query =>
    JSON.parse(JSON.stringify(LIST).replaceAll('{"subject":"caller"}', String(caller)))

  it('reads the same rows as the query, for each value of its references', async () => {
    const prepared = stores().reader.prepare(LIST)
    for (const caller of [...people, 4711]) {
      const rows = await prepared.find(stores().reader, { caller })
      expect(rows).toEqual(await stores().reader.find(bind(caller)))
      expect(rows.length).toBe(caller === 4711 ? 2 : 3)
    }
  })

  it('begins after the row of its references', async () => {
    for (const by of ['createdAt', 'title', 'publishedAt']) {
      const direction = 'DESC'
      const all: Query = {
        ...LIST,
        where: and(),
        orderBy: [by, 'id'].map((each) => ({ by: each, direction })),
      }
      const rows = await stores().reader.find({
        ...all,
        select: { fields: [...new Set(['id', 'title', by])] },
      })
      const after = Object.fromEntries([by, 'id'].map((each) => [each, { subject: `after ${each}` }]))
      const select = { fields: [...new Set(['id', 'title', by])] }
      const prepared = stores().reader.prepare({ ...all, after, select })
      for (const [place, row] of rows.filter((each) => each[by] !== null).entries()) {
        const values = { [`after ${by}`]: row[by] as string | Date, 'after id': row['id'] as string }
        expect(await prepared.find(stores().reader, values)).toEqual(rows.slice(place + 1))
      }
    }
  })

  it('runs at the same time as others, also where a statement fails', async () => {
    const prepared = stores().reader.prepare(LIST)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, place) =>
        prepared.find(stores().reader, {
          caller: place % 3 === 2 ? 'no number' : (people[place % 3] as number),
        }),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(
      outcomes.map((_, place) => (place % 3 === 2 ? 'rejected' : 'fulfilled')),
    )
  })

  it('sees the writes of its own transaction', async () => {
    const prepared = stores().reader.prepare(LIST)
    await stores().atomically(async (within) => {
      const before = await prepared.find(within.reader, { caller: people[0] as number })
      await within
        .records(Article)
        .add(anArticle(within, people[0] as never, { title: 'New', status: 'DRAFT' }))
      const after = await prepared.find(within.reader, { caller: people[0] as number })
      expect(after.length).toBe(before.length + 1)
    })
  })
})

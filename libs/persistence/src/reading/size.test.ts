import { and } from '@content-service/authz'
import { Article, type RelatedSelection } from '@content-service/domain'
import { ResponseBudget, type Query } from '@content-service/domain/internal/reading'
import { TEST_AUDIT_CONTEXT, aComment, anArticle, aUser } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'

/** The bytes of the text of each article; PostgreSQL compresses them to a hundredth. */
const LONG = 50_000
const WHOLE = { limit: 100, offset: 0 }

const articles = (limit: number, related: readonly RelatedSelection[] = []): Query => ({
  from: 'articles',
  where: and(),
  orderBy: [{ by: 'createdAt', direction: 'DESC' }],
  window: { limit, offset: 0 },
  select: { fields: ['id', 'content'], related },
})

const nested: Query = {
  from: 'users',
  where: and(),
  orderBy: [],
  window: WHOLE,
  select: {
    fields: ['id'],
    related: [{ as: 'articles', relation: 'articles', window: WHOLE, select: { fields: ['content'] } }],
  },
}

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
])('C12.5 a response of at most 300 KB on %s', (_, open) => {
  let test: TestDatabase
  let statements = 0
  beforeAll(async () => {
    test = await open({ onStatement: () => void (statements += 1) })
    const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT)
    const ada = await stores.users.add(aUser('ada', 'AUTHOR'), null)
    for (let count = 0; count < 10; count += 1) {
      const article = await stores
        .records(Article)
        .add(anArticle(stores, ada.id, { title: `Article ${count}`, content: 'é'.repeat(LONG / 2) }))
      await stores.comments.add(aComment(stores, article, ada.id), () => undefined)
    }
  })
  afterAll(() => test.close())

  const readerOf = (limit = 300_000) => {
    const responseBudget = new ResponseBudget(limit)
    return createStores(test.database.session(), TEST_AUDIT_CONTEXT, { responseBudget }).reader
  }
  const sizes = async (reads: Promise<readonly object[]>[]) =>
    (await Promise.allSettled(reads)).map((read) =>
      read.status === 'fulfilled' ? read.value.length : read.reason.code,
    )

  it('returns a result that fits, without another statement', async () => {
    statements = 0
    expect(await sizes([readerOf().find(articles(5))])).toEqual([5])
    expect(statements).toBe(1)
  })

  it('loads no result that does not fit, at any depth of the long texts, and advises a smaller selection', async () => {
    const refusal = await readerOf()
      .find(articles(10))
      .catch((error: unknown) => error)
    expect(refusal).toMatchObject({
      code: 'QUERY_TOO_COMPLEX',
      message: expect.stringMatching(
        /^The response would be larger than 1 MiB. Lower the limit of articles \(10\)/,
      ),
    })
    expect(await sizes([readerOf().find(nested)])).toEqual(['QUERY_TOO_COMPLEX'])
    const comments: RelatedSelection = {
      as: 'comments',
      relation: 'comments',
      window: WHOLE,
      select: {
        fields: ['id'],
        related: [{ as: 'article', relation: 'article', select: { fields: ['content'] } }],
      },
    }
    expect(await sizes([readerOf().find(articles(4, [comments]))])).toEqual(['QUERY_TOO_COMPLEX'])
    expect(await sizes([readerOf().find(articles(2, [comments]))])).toEqual([2])
  })

  it('is shared by all reads of a request, which run one after the other', async () => {
    const reader = readerOf()
    const reads = [3, 3, 3, 1].map((limit) => reader.find(articles(limit)))
    expect(await sizes(reads)).toEqual([3, 'QUERY_TOO_COMPLEX', 'QUERY_TOO_COMPLEX', 1])
  })

  it('accepts an empty result', async () => {
    const nothing = { ...articles(10), window: { limit: 10, offset: 50 } }
    expect(await sizes([readerOf().find(nothing)])).toEqual([0])
  })
})

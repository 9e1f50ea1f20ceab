import { Article } from '@content-service/domain'
import { and, not, or, where, type Condition } from '@content-service/authz'
import type { Query } from '@content-service/domain/internal/reading'
import type { Records } from '@content-service/domain/internal/service'
import { aComment, anArticle, aUser, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPglite, type TestDatabase } from '../testing/databases.ts'

const article = where<Records['articles']>()
const comment = where<{ article: Records['articles']; content: string }>()
const PUBLIC = article.status.eq('PUBLISHED')
const ofPublic = comment.article.status.eq('PUBLISHED')

const KNOWN: Readonly<Record<string, Condition>> = {
  'the right follows the link': ofPublic,
  'a filter is beside the right': and(and(ofPublic), comment.content.ne('none')),
  'a filter follows the link, too': and(ofPublic, comment.article.title.ne('none')),
}

const UNKNOWN: Readonly<Record<string, Condition>> = {
  'everybody reads the rows': and(),
  'the condition is one of two': or(ofPublic, comment.content.eq('A comment')),
  'the condition is negated': not(ofPublic),
  'another state is wanted': comment.article.status.eq('DRAFT'),
  'only another fact is known': comment.article.title.ne('none'),
}

const findComments = (of: Condition, fields: readonly string[]): Query => ({
  from: 'comments',
  where: of,
  orderBy: [{ by: 'id', direction: 'ASC' }],
  window: { limit: 20, offset: 0 },
  select: {
    fields: ['id'],
    related: [{ as: 'article', relation: 'article', where: PUBLIC, select: { fields } }],
  },
})

describe('a link of which only the key is selected', () => {
  const statements: string[] = []
  let test: TestDatabase

  beforeAll(async () => {
    test = await openPglite({ onStatement: (sql) => void statements.push(sql) })
    const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT)
    const ada = await stores.users.add(aUser('ada', 'AUTHOR'), null)
    for (const status of ['PUBLISHED', 'DRAFT', 'PUBLISHED'] as const) {
      const added = await stores.records(Article).add(anArticle(stores, ada.id, { status }))
      await stores.comments.add(aComment(stores, added, ada.id), () => undefined)
    }
  })
  afterAll(() => test.close())

  const read = async (query: Query) => {
    statements.length = 0
    const rows = await createStores(test.database.session(), TEST_AUDIT_CONTEXT).reader.find(query)
    return { rows, text: statements.join() }
  }

  /** The rows of a read that looks for the articles, with their keys alone. */
  const readWithLookUp = async (of: Condition) =>
    (await read(findComments(of, ['id', 'title']))).rows.map(({ id, article: found }) => ({
      id,
      article: found && { id: (found as { readonly id: string }).id },
    }))

  it.each(Object.entries(KNOWN))('needs no look-up if %s', async (_, of) => {
    const { rows, text } = await read(findComments(of, ['id']))
    expect(rows).toHaveLength(2)
    expect(rows).toEqual(await readWithLookUp(of))
    expect(text).not.toContain('row_to_json')
  })

  it.each(Object.entries(UNKNOWN))('is looked up if %s', async (_, of) => {
    const { rows, text } = await read(findComments(of, ['id']))
    expect(rows.length).toBeGreaterThan(0)
    expect(rows).toEqual(await readWithLookUp(of))
    expect(text).toContain('row_to_json')
  })

  it('is looked up if more than the key is selected', async () => {
    expect((await read(findComments(ofPublic, ['id', 'title']))).text).toContain('row_to_json')
  })
})

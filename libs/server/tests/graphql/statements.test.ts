import { createSchema } from '@content-service/graphql-schema'
import { Article, type Context } from '@content-service/domain'
import { TEST_AUDIT_CONTEXT, aContext, anArticle, aUser, callerOf } from '@content-service/domain/testing'
import { createStores, openDatabase, type Database } from '@content-service/persistence'
import { graphql } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'

const PASSWORD = 'four grey wandering geese'

/** Queries with their number of statements: one for each root field, and one for each count. */
const READS = [
  [
    'a list with lists below it',
    1,
    '{ articles { title owner { username } comments(limit: 10) { content author { username } } } }',
  ],
  [
    'six levels of lists',
    1,
    '{ users(limit: 5) { articles(limit: 2) { comments { author { articles { comments { content } } } } } followers { username } } }',
  ],
  [
    'C12.8 what the caller may do to each record',
    1,
    '{ articles { availableActions owner { availableActions } comments { availableActions } } }',
  ],
  ['two root fields', 2, '{ articles { title } users { username } }'],
  ['one record', 1, '{ article(id: "ARTICLE") { title owner { username } } }'],
  [
    'a page of a connection',
    1,
    '{ articlesConnection(first: 5) { edges { cursor node { title owner { username } } } } }',
  ],
  [
    'a page and how many there are',
    2,
    '{ articlesConnection(first: 5) { totalCount { value } edges { node { title } } } }',
  ],
  [
    'connections below a list, each with its count',
    1,
    '{ articles { commentsConnection(first: 2) { totalCount { value } edges { node { author { username } } } } } }',
  ],
  ['revisions with their editors', 1, '{ articles { revisions { title editor { username } } } }'],
  [
    'a search for users: the transaction with its time limit, and the records',
    5,
    '{ searchUsers(keyword: "ada") { username articles { title } } }',
  ],
] as const

describe('statements per request', () => {
  const statements: string[] = []
  const schema = createSchema()
  let database: Database
  let close: () => Promise<void>
  let contextValue: Context
  let article: string

  beforeAll(async () => {
    const { url, drop } = await createMigratedDatabase()
    database = await openDatabase({ url }, { onStatement: (sql) => void statements.push(sql) })
    const stores = createStores(database.session(), TEST_AUDIT_CONTEXT)
    const admin = await stores.users.add(aUser('admin', 'ADMIN'), null)
    article = (await stores.records(Article).add(anArticle(stores, admin.id, { title: 'Title' }))).id
    contextValue = aContext({ stores, caller: callerOf(admin) })
    close = async () => {
      await database.close()
      await drop()
    }
  })
  afterAll(() => close())

  const runQuery = async (source: string, variableValues: Record<string, unknown> = {}) => {
    statements.length = 0
    const { errors } = await graphql({ schema, source, variableValues, contextValue })
    expect(errors).toBeUndefined()
    return [...statements]
  }

  it.each(READS)('%s: %i', async (_, count, source) => {
    expect(await runQuery(source.replace('ARTICLE', article))).toHaveLength(count)
  })

  it('reads only the selected columns', async () => {
    const [sql] = await runQuery('{ articles { title comments { author { username } } } }')
    expect(sql).not.toMatch(/\*|"?(content|excerpt|email|tags)"?\b(?!")/)
  })

  it('C5.12 creating 200 users takes as many reads as creating two', async () => {
    const bulk = async (count: number, from: number) => {
      const users = Array.from({ length: count }, (_, at) => ({
        username: `user-${from + at}`,
        email: `user-${from + at}@example.org`,
        password: PASSWORD,
      }))
      const source =
        'mutation ($users: [CreateUserInput!]!) { bulkCreateUsers(users: $users) { id username } }'
      const sent = await runQuery(source, { users })
      return sent.filter((sql) => sql.startsWith('select') && !sql.includes('nextval'))
    }
    const few = await bulk(2, 1)
    expect(few.at(-1)).toMatch(/ from "?users"? /)
    expect(await bulk(200, 10)).toHaveLength(few.length)
  })
})

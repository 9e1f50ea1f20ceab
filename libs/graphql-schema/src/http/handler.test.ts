import { getIntrospectionQuery } from 'graphql'
import { Article, ContentError, type Stores } from '@content-service/domain'
import { PlanCache } from '@content-service/domain/internal/reading'
import { aContext, anArticle, aUser, memoryStores, MemoryTables } from '@content-service/domain/testing'
import { expect, it, describe } from 'vitest'
import { createSchema } from '../service/schema.ts'
import { createGraphqlHandler } from './handler.ts'

const setUp = (faults: unknown[] = []) => {
  const handler = createGraphqlHandler({ schema: createSchema(), report: (error) => faults.push(error) })
  const context = aContext()
  const post = async (
    body: object | string,
    accept = 'application/graphql-response+json',
    domain = context,
  ) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { accept, 'content-type': 'application/json' }
    const [answer, { status, headers: sent }] = await handler({
      method: 'POST',
      url: '/graphql',
      headers,
      body: text,
      raw: null,
      context: { domain, requestId: 'request-1' },
    })
    const [type, challenge] = [sent?.['content-type'], sent?.['www-authenticate']]
    return { status, type, challenge, body: answer ? JSON.parse(String(answer)) : null }
  }
  return { handler, context, post }
}

describe('C5.7 GraphQL over HTTP', () => {
  it('answers under the media type of the request', async () => {
    const { post } = setUp()
    expect(await post({ query: '{ __typename }' })).toMatchObject({
      status: 200,
      type: 'application/graphql-response+json; charset=utf-8',
      body: { data: { __typename: 'Query' } },
    })
    expect((await post({ query: '{ __typename }' }, 'application/json')).type).toBe(
      'application/json; charset=utf-8',
    )
  })

  it('a variable that does not coerce is 400 without data, and 200 under application/json', async () => {
    const { post } = setUp()
    const request = { query: 'query ($n: Int!) { users(limit: $n) { id } }', variables: { n: 'x' } }
    const answer = await post(request)
    expect([answer.status, 'data' in answer.body, answer.body.errors[0].extensions.code]).toEqual([
      400,
      false,
      'BAD_USER_INPUT',
    ])
    expect((await post(request, 'application/json')).status).toBe(200)
  })

  it('C12.18 while the database is away the whole request is 503, for nullable fields too', async () => {
    const ARTICLE = '{ article(id: "01981f2e-0000-7000-8000-000000000000") { id } }'
    const fails = async () => {
      throw new ContentError('UNAVAILABLE', 'The database is away.')
    }
    const stores: Stores = {
      ...aContext().stores,
      reader: {
        plans: new PlanCache(),
        source: null,
        find: fails,
        count: fails,
        countEach: fails,
        prepare: () => ({ bound: 0, length: 0, find: fails }),
        prepareCount: () => ({ bound: 0, length: 0, find: fails }),
        asSearch: () => stores.reader,
      },
      withAuditContext: () => stores,
    }
    const domain = aContext({ stores })
    for (const accept of ['application/graphql-response+json', 'application/json'])
      for (const query of [ARTICLE, `{ __typename ${ARTICLE.slice(2)}`]) {
        const { post } = setUp()
        const { status, body } = await post({ query }, accept, domain)
        expect([status, 'data' in body, body.errors[0].extensions.code]).toEqual([503, false, 'UNAVAILABLE'])
      }
  })

  it('an unknown operation, or an ambiguous one, is BAD_REQUEST', async () => {
    const { post } = setUp()
    for (const request of [
      { query: 'query A { __typename } query B { __typename }' },
      { query: '{ __typename }', operationName: 'Nope' },
    ]) {
      const { status, body } = await post(request)
      expect([status, body.errors[0].extensions.code]).toEqual([400, 'BAD_REQUEST'])
    }
  })

  it.each([
    ['a scalar', '{ users(pagination: { page: "hunter2", limit: 3 }) { id } }'],
    ['a list of objects', 'mutation { createUser(input: [{ password: "hunter2" }]) { id } }'],
    ['an object with a field missing', 'mutation { createUser(input: { password: "hunter2" }) { id } }'],
    ['a string where none belongs', 'mutation { createUser("hunter2") { id } }'],
    ['a block string where none belongs', 'mutation { createUser("""hunter2""") { id } }'],
  ])('C2.3 what is wrong with %s is told without what it holds', async (what, query) => {
    const { post } = setUp()
    const { status, body } = await post({ query })
    expect(status).toBe(400)
    // The message contains the value of a scalar, because the client must change it.
    expect(JSON.stringify(body).includes('hunter2')).toBe(what === 'a scalar')
  })

  it('a document that fails once fails in the same way again', async () => {
    const { post } = setUp()
    const first = await post({ query: '{ nope }' })
    expect([first.status, first.body.errors[0].extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED'])
    expect(await post({ query: '{ nope }' })).toEqual(first)
  })

  it('C5.8 a document that is too deep or too long is QUERY_TOO_COMPLEX; introspection may be deep', async () => {
    const { post } = setUp()
    const nested = (depth: number) =>
      `{ articles(limit: 1) ${'{ owner { articles(limit: 1) '.repeat(depth)}{ id }${'} }'.repeat(depth)} }`.replace(
        '{ articles(limit: 1)',
        '{ articles(pagination: { limit: 1 })',
      )
    const codeOf = async (query: string) => {
      const { status, body } = await post({ query })
      return [status, body.errors?.[0].extensions.code]
    }
    expect(await codeOf(nested(5))).toEqual([200, undefined])
    expect(await codeOf(nested(6))).toEqual([400, 'QUERY_TOO_COMPLEX'])
    expect(await codeOf(nested(300))).toEqual([400, 'QUERY_TOO_COMPLEX'])
    expect(await codeOf('{a'.repeat(50_000))).toEqual([400, 'QUERY_TOO_COMPLEX'])
    expect(await codeOf(getIntrospectionQuery())).toEqual([200, undefined])
    const fragments =
      '{ articles { ...a } } fragment a on Article { owner { ...b } } fragment b on User { articles { owner { articles { owner { articles { owner { articles { owner { articles { owner { id } } } } } } } } } } }'
    expect(await codeOf(fragments)).toEqual([400, 'QUERY_TOO_COMPLEX'])
  })

  it('C5.11 only the log contains the message of an internal error, and the client gets the id of the request', async () => {
    const faults: unknown[] = []
    const { post, context } = setUp(faults)
    context.stores.reader.find = () => Promise.reject(new Error('password=hunter2'))
    const { body } = await post({ query: '{ articles { id } }' })
    expect(body.errors[0]).toMatchObject({
      message: expect.not.stringContaining('hunter2'),
      path: ['articles'],
      extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: 'request-1' },
    })
    expect(String(faults[0])).toContain('hunter2')
  })

  it('a status of access needs errors that all agree on it, and no data', async () => {
    const { post } = setUp()
    const create = 'createCategory(input: { name: "X" }) { id }'
    expect(await post({ query: `mutation { ${create} }` })).toMatchObject({
      status: 401,
      challenge: 'Bearer',
    })
    expect(
      (await post({ query: '{ __typename search(query: "nothing at all") { __typename } }' })).status,
    ).toBe(200)
  })
})

describe('C12.6 the audit log of one request', () => {
  it('has one entry for many refusals of one field', async () => {
    const tables = new MemoryTables()
    const { post } = setUp()
    const domain = aContext({ stores: memoryStores(tables) })
    const owner = await domain.stores.users.add(aUser('ada', 'AUTHOR'), null)
    for (let count = 0; count < 10; count += 1)
      await domain.stores.records(Article).add(anArticle(domain.stores, owner.id))
    tables.auditEntries.clear()
    const aliases = Array.from({ length: 29 }, (_, place) => `a${place}: status`)
    const query = `{ articles { owner { ${aliases.join(' ')} } } }`
    expect((await post({ query }, undefined, domain)).status).toBe(401)
    expect([...tables.auditEntries.values()]).toMatchObject([
      { action: 'privateField', field: 'User.status', reason: 'UNAUTHENTICATED', moreRefused: 289 },
    ])
  })

  it('has no id that cannot be the id of a record', async () => {
    const tables = new MemoryTables()
    const { post } = setUp()
    const query = 'mutation ($id: ID!) { likeArticle(id: $id) { id } }'
    const request = { query, variables: { id: 'x'.repeat(1_000_000) } }
    await post(request, undefined, aContext({ stores: memoryStores(tables) }))
    expect([...tables.auditEntries.values()]).toMatchObject([{ action: 'likeArticle', resourceId: null }])
  })
})

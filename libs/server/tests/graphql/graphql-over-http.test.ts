import { buildSchema, type GraphQLObjectType } from 'graphql'
import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
}, 30_000)
afterAll(() => service.stop())

const GRAPHQL = 'application/graphql-response+json'
const post = (body: unknown, accept = GRAPHQL, headers: Record<string, string> = {}) =>
  service.call('POST', '/graphql', { as: null, body, headers: { accept, ...headers } })

describe('C5.7 every audit of graphql-http for servers, including the SHOULDs', () => {
  const audits = serverAudits({ url: () => `${service.url}/graphql`, fetchFn: fetch })
  it.each(audits.map((audit) => [audit.id, audit.name, audit] as const))(
    '%s %s',
    async (_id, _name, audit) => {
      expect(await audit.fn()).toMatchObject({ status: 'ok' })
    },
  )
})

describe('C5.7 beyond the audits', () => {
  it.each([
    [
      'a variable that does not coerce',
      { query: 'query ($id: ID!) { user(id: $id) { id } }' },
      'BAD_USER_INPUT',
      200,
    ],
    ['a document that does not parse', { query: '{' }, 'GRAPHQL_PARSE_FAILED', 200],
    ['a document that is not valid', { query: '{ nothing }' }, 'GRAPHQL_VALIDATION_FAILED', 200],
    ['an unknown operationName', { query: 'query a { __typename }', operationName: 'b' }, 'BAD_REQUEST', 400],
    [
      'a missing operationName',
      { query: 'query a { __typename } query b { __typename }' },
      'BAD_REQUEST',
      400,
    ],
    ['too much', { query: `{${' a: __typename'.repeat(31)} }` }, 'QUERY_TOO_COMPLEX', 400],
    ['a batch', [{ query: '{ __typename }' }], 'BAD_REQUEST', 400],
    ['no query', { variables: {} }, 'BAD_REQUEST', 400],
    ['what is no JSON', '{"query":', 'BAD_REQUEST', 400],
  ])('%s is 400, and %s', async (_, body, code, statusOfJson) => {
    const [graphql, json] = [await post(body), await post(body, 'application/json')]
    expect([graphql.status, graphql.body.errors[0].extensions.code, 'data' in graphql.body]).toEqual([
      400,
      code,
      false,
    ])
    expect([json.status, json.body.errors[0].extensions.code]).toEqual([statusOfJson, code])
  })

  const JSON_TYPE = 'application/json; charset=utf-8'
  const GRAPHQL_TYPE = 'application/graphql-response+json; charset=utf-8'
  it.each([
    ['Application/GraphQL-Response+JSON', GRAPHQL_TYPE],
    ['APPLICATION/JSON', JSON_TYPE],
    ['application/json;q=0.5, application/graphql-response+json;q=0.9', GRAPHQL_TYPE],
    ['application/graphql-response+json;q=0.1, application/json', JSON_TYPE],
    ['application/graphql-response+json;q=0, */*', JSON_TYPE],
    ['application/*;q=0.5, application/graphql-response+json;q=0.4', JSON_TYPE],
    ['application/graphql-response+json; charset="UTF-8"', GRAPHQL_TYPE],
    ['application/json, application/graphql-response+json', JSON_TYPE],
    ['application/graphql-response+json, application/json', GRAPHQL_TYPE],
    ['*/*', JSON_TYPE],
  ])('Accept: %s selects the same type for valid and for invalid documents', async (accept, type) => {
    for (const query of ['{ __typename }', '{', '{ nothing }', '{ user(id: 7) { nothing } }']) {
      const { headers } = await post({ query }, accept)
      expect([query, headers.get('content-type')]).toEqual([query, type])
    }
  })

  it.each(['application/graphql-response+json;q=0, application/json;q=0', 'text/plain', 'Text/HTML;q=0'])(
    'Accept: %s is 406',
    async (accept) => expect((await post({ query: '{ __typename }' }, accept)).status).toBe(406),
  )

  it('responses to GET and GraphiQL name Accept in Vary', async () => {
    const get = (path: string, accept: string) =>
      service.call('GET', path, { as: null, headers: { accept } }).then(({ headers }) => headers)
    const page = await get('/graphql', 'Text/HTML')
    expect([page.get('content-type'), page.get('vary')]).toEqual(['text/html; charset=utf-8', 'Accept'])
    for (const query of ['{__typename}', '{'])
      expect((await get(`/graphql?query=${query}`, GRAPHQL)).get('vary')).toBe('Accept')
    expect((await get('/graphql', 'image/png')).get('vary')).toBe('Accept')
    expect((await get('/graphql', 'text/html;q=0.5, application/json')).get('content-type')).toBe(JSON_TYPE)
  })

  it.each([
    'application/json; charset="utf-8"',
    'Application/JSON; Charset=UTF-8',
    'application/json ;profile=x; charset="UTF-8"',
  ])('Content-Type: %s is accepted', async (type) => {
    const answer = await post({ query: '{ __typename }' }, GRAPHQL, { 'content-type': type })
    expect([answer.status, answer.body.data]).toEqual([200, { __typename: 'Query' }])
  })

  it.each(['application/json; charset="latin1"', 'application/jsonx', 'json'])(
    'Content-Type: %s is 415',
    async (type) =>
      expect((await post({ query: '{ __typename }' }, GRAPHQL, { 'content-type': type })).status).toBe(415),
  )

  it('an empty operationName in the address counts as absent', async () => {
    const { status, body } = await service.call('GET', '/graphql?query={__typename}&operationName=', {
      as: null,
    })
    expect([status, body.data]).toEqual([200, { __typename: 'Query' }])
  })

  it('a mutation over GET is 405 with Allow', async () => {
    const { status, headers, body } = await service.call(
      'GET',
      `/graphql?query=${encodeURIComponent('mutation { deleteUser(id: "2") }')}`,
      { as: null },
    )
    expect([status, headers.get('allow'), body.errors[0].extensions.code]).toEqual([
      405,
      'POST',
      'METHOD_NOT_ALLOWED',
    ])
  })

  it.each(['PUT', 'DELETE', 'PATCH'])('%s is 405 with Allow', async (method) => {
    const { status, headers, body } = await service.call(method, '/graphql', { as: null })
    expect([status, headers.get('allow'), body.errors[0].extensions.code]).toEqual([
      405,
      'GET, POST',
      'METHOD_NOT_ALLOWED',
    ])
  })

  it('another media type of the body is 415, and a response type that the service cannot send is 406', async () => {
    const text = await service.call('POST', '/graphql', {
      as: null,
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    })
    expect([text.status, text.body.errors[0].extensions.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    const html = await post({ query: '{ __typename }' }, 'image/png')
    expect([html.status, html.body.errors[0].extensions.code]).toEqual([406, 'NOT_ACCEPTABLE'])
  })

  it('broken UTF-8 is 400, and changes nothing', async () => {
    const body = Buffer.concat([
      Buffer.from('{"query":"{ __typename # '),
      Buffer.from([0xff]),
      Buffer.from(' \\n }"}'),
    ])
    const answer = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(answer.status).toBe(400)
  })

  it('no address below /graphql exists', async () => {
    const { status } = await service.call('POST', '/graphql/anything', {
      as: null,
      body: { query: '{ __typename }' },
    })
    expect(status).toBe(404)
  })

  it('C5.10 serves the schema with every applied directive', async () => {
    const { status, headers, body } = await service.call('GET', '/graphql/schema.graphql', { as: null })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    const types = buildSchema(body).getTypeMap()
    expect(Object.keys(types)).toContain('ArticleConnection')
    expect(body).toMatch(/createArticle\(.*\): Article! @auth\(role: READER\)/)
    expect(body).toMatch(/email: String! @masked/)
    expect(body).toMatch(/bio: String @deprecated\(reason: "Use profile.bio."\)/)
    const user = types['User'] as GraphQLObjectType
    expect(Object.keys(user.getFields())).not.toContain('password')
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('C8 %s on the schema is 405 with Allow', async (method) => {
    const { status, headers, body } = await service.call(method, '/graphql/schema.graphql', { as: null })
    expect([status, headers.get('allow'), body.code]).toEqual([
      405,
      'GET, HEAD, OPTIONS',
      'METHOD_NOT_ALLOWED',
    ])
  })

  it('C8 OPTIONS on the schema lists its methods, and HEAD has no body', async () => {
    const options = await service.call('OPTIONS', '/graphql/schema.graphql', { as: null })
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'GET, HEAD, OPTIONS'])
    const head = await service.call('HEAD', '/graphql/schema.graphql', { as: null })
    expect([head.status, head.body]).toEqual([200, ''])
  })

  it('extensions contain the cost', async () => {
    expect((await post({ query: '{ users(limit: 4) { id } }' })).body.extensions).toEqual({ cost: 4 })
  })

  it('two credentials are refused before GraphQL, as problem+json', async () => {
    const { status, headers } = await post({ query: '{ __typename }' }, GRAPHQL, {
      authorization: 'Bearer x',
      'x-api-key': 'csk_x',
    })
    expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8'])
  })
})

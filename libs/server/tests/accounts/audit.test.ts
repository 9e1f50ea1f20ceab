import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basic, SAMPLED_DATABASES, startTestService, type TestService } from '../support/service.ts'

const PASSWORD = 'a lamp, a kettle, a stone'
const CLIENT_SECRET = 'the-secret-of-the-first-client-0123456789'

interface Entry {
  readonly actor: { readonly username: string } | null
  readonly credential: string
  readonly action: string
  readonly resource: string
  readonly resourceId: string | null
  readonly decision: string
  readonly reason: string | null
  readonly address: string | null
  readonly requestId: string
  readonly at: string
}

describe.each(SAMPLED_DATABASES)('C7.10 the audit log on %s', (kind) => {
  let service: TestService
  let reader: string

  beforeAll(async () => {
    service = await startTestService(kind, {
      OAUTH_CLIENT_ID: 'app',
      OAUTH_CLIENT_SECRET: CLIENT_SECRET,
      OAUTH_REDIRECT_URIS: 'http://127.0.0.1:9/callback',
    })
    const input = { username: 'rob', email: 'rob@example.org', password: PASSWORD }
    const document = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }'
    await service.graphql(document, { input }, null)
    reader = basic('rob', PASSWORD)
  })
  afterAll(() => service.stop())

  const page = async (first: number, after: string | null = null) => {
    const document = `query ($first: Int, $after: String) { auditLog(first: $first, after: $after) {
      totalCount { value precision } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      edges { cursor node { id at credential action resource resourceId decision address requestId reason actor { username } } }
    } }`
    const { body } = await service.graphql(document, { first, after })
    return body.data.auditLog
  }
  /** The newest entry. The query itself makes no entry. */
  const newest = async (): Promise<Entry> => (await page(1)).edges[0].node

  it('has a write over GraphQL: caller, credential, action, address and request', async () => {
    const answer = await service.graphql('mutation { createCategory(input: { name: "Audited" }) { id } }')
    expect(await newest()).toMatchObject({
      actor: { username: 'admin' },
      credential: 'bearer',
      action: 'createCategory',
      resource: 'categories',
      resourceId: answer.body.data.createCategory.id,
      decision: 'ALLOW',
      address: '127.0.0.1',
      requestId: answer.headers.get('x-request-id'),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
  })

  it('has a write over REST in the same form', async () => {
    const { body, headers } = await service.call('POST', '/api/users', { body: { email: 'new@example.org' } })
    expect(await newest()).toMatchObject({
      action: 'createUser',
      resource: 'users',
      resourceId: String(body.id),
      decision: 'ALLOW',
      requestId: headers.get('x-request-id'),
    })
  })

  it('names the API key of a write', async () => {
    const made = await service.call('POST', '/api/api-keys', { body: { name: 'k', scopes: ['users:write'] } })
    const headers = { 'x-api-key': made.body.key }
    await service.call('POST', '/api/users', { as: null, headers, body: { email: 'bykey@example.org' } })
    expect(await newest()).toMatchObject({ credential: `api-key ${made.body.id}`, action: 'createUser' })
  })

  it.each<[string, () => Promise<unknown>, Partial<Entry>]>([
    [
      '401 over GraphQL',
      () => service.graphql('mutation { deleteUser(id: "2") }', {}, null),
      { actor: null, credential: 'none', action: 'deleteUser', resource: 'users', resourceId: '2' },
    ],
    [
      'by @auth',
      () => service.graphql('mutation { likeArticle(id: "x") { id } }', {}, null),
      {
        actor: null,
        action: 'likeArticle',
        resource: 'articles',
        resourceId: null,
        reason: 'UNAUTHENTICATED',
      },
    ],
    [
      '403 over REST',
      () => service.call('POST', '/api/users', { as: reader, body: {} }),
      { actor: { username: 'rob' }, credential: 'basic', action: 'createUser' },
    ],
    [
      'of a bad token',
      () => service.call('GET', '/api/articles', { as: 'Bearer x' }),
      { actor: null, credential: 'bearer', action: 'authenticate', resource: 'credentials' },
    ],
    [
      'of a wrong password',
      () => service.graphql('{ __typename }', {}, basic('rob', 'wrong')),
      { actor: null, credential: 'basic', action: 'authenticate' },
    ],
    [
      'of a bad API key',
      () => service.call('GET', '/api/articles', { as: null, headers: { 'x-api-key': 'csk_x' } }),
      { actor: null, credential: 'api-key', action: 'authenticate' },
    ],
  ])('has an entry for a refusal: %s', async (_, refused, entry) => {
    await refused()
    expect(await newest()).toMatchObject({ ...entry, decision: 'DENY' })
  })

  const token = (fields: Readonly<Record<string, string>>) =>
    fetch(`${service.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'app', client_secret: CLIENT_SECRET, ...fields }),
    })

  it('C7.5 has the consent of users to clients', async () => {
    const answer = await token({ grant_type: 'password', username: 'rob', password: PASSWORD })
    expect(await newest()).toMatchObject({
      actor: { username: 'rob' },
      credential: 'client app',
      action: 'issueToken',
      resource: 'sessions',
      decision: 'ALLOW',
      address: '127.0.0.1',
      requestId: answer.headers.get('x-request-id'),
    })
  })

  it.each([
    ['a wrong password', { grant_type: 'password', username: 'rob', password: 'wrong' }],
    ['a wrong client secret', { grant_type: 'client_credentials', client_secret: 'wrong' }],
    ['a refresh token that is none', { grant_type: 'refresh_token', refresh_token: 'x' }],
    ['a scope too wide', { grant_type: 'client_credentials', scope: 'audit:read' }],
  ])('C7.5 has an entry for a token that was refused for %s', async (_, fields) => {
    await token(fields)
    expect(await newest()).toMatchObject({ actor: null, action: 'issueToken', decision: 'DENY' })
  })

  it('C3.7 has a refused private field', async () => {
    await service.graphql(
      'mutation { createArticle(input: { authorId: "2", title: "T", content: "C", status: PUBLISHED }) { id } }',
    )
    await service.graphql('{ articles { owner { status } } }', {}, reader)
    expect(await newest()).toMatchObject({ action: 'privateField', resourceId: '2', decision: 'DENY' })
  })

  it('has no entry for a write that failed for another reason', async () => {
    const { edges } = await page(1)
    await service.call('POST', '/api/users', { body: { email: 'no address' } })
    await service.call('POST', '/api/users', { body: { email: 'rob@example.org' } })
    expect((await page(1)).edges).toEqual(edges)
  })

  it.each([
    ['nobody', null, 'UNAUTHENTICATED'],
    ['a READER', 'reader', 'FORBIDDEN'],
  ])('refuses %s', async (_, as, code) => {
    const { body } = await service.graphql('{ auditLog { edges { cursor } } }', {}, as && reader)
    expect(body.errors[0].extensions.code).toBe(code)
  })

  it('C5.4 lists each entry once in its pages during further writes', async () => {
    const first = await page(3)
    await service.call('GET', '/api/articles', { as: 'Bearer x' })
    const second = await page(3, first.pageInfo.endCursor)
    const whole = await page(7)
    const ids = [...first.edges, ...second.edges].map(({ node }: { node: { id: string } }) => node.id)
    expect(whole.edges.slice(1).map(({ node }: { node: { id: string } }) => node.id)).toEqual(ids)
    expect([first.pageInfo.hasPreviousPage, second.pageInfo.hasPreviousPage]).toEqual([false, true])
    expect(whole.totalCount.precision).toBe('EXACT')
    expect(whole.totalCount.value).toBeGreaterThan(7)
  })

  it.each(['x', 'W10'])('C5.4 refuses the cursor %j', async (after) => {
    const { body } = await service.graphql(`{ auditLog(after: "${after}") { edges { cursor } } }`)
    expect(body.errors[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      problems: [{ path: ['after'] }],
    })
  })

  it.each([0, 101, -1])('C5.6 refuses first: %i', async (first) => {
    const { body } = await service.graphql(`{ auditLog(first: ${first}) { edges { cursor } } }`)
    expect(body.errors[0].extensions.problems).toEqual([{ path: ['first'], message: expect.any(String) }])
  })
})

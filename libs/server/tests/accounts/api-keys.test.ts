import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AS_ADMIN, basic, SAMPLED_DATABASES, startTestService, type TestService } from '../support/service.ts'

const PASSWORD = 'a lamp, a kettle, a stone'

describe.each(SAMPLED_DATABASES)('C7.3 API keys on %s', (kind) => {
  let service: TestService
  let author: string

  beforeAll(async () => {
    service = await startTestService(kind)
    await service.graphql('mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }', {
      input: { username: 'ada', email: 'ada@example.org', password: PASSWORD, role: 'AUTHOR' },
    })
    author = basic('ada', PASSWORD)
  })
  afterAll(() => service.stop())

  const callWithKey = (key: string, method: string, path: string, body?: unknown) =>
    service.call(method, path, { as: null, body, headers: { 'x-api-key': key } })
  const createOverGraphql = async (input: object, as = author) => {
    const document = `mutation ($input: CreateApiKeyInput!) {
      createApiKey(input: $input) { key apiKey { id name scopes expiresAt createdAt lastUsedAt owner { username } } }
    }`
    return (await service.graphql(document, { input }, as)).body
  }
  const listKeys = async () =>
    (await service.graphql('{ apiKeys { id name lastUsedAt } }', {}, author)).body.data.apiKeys as {
      id: string
      name: string
      lastUsedAt: string | null
    }[]

  it('GraphQL shows a new key once, and the key acts for its owner over both interfaces', async () => {
    const { data } = await createOverGraphql({ name: 'robot', scopes: ['articles:read', 'articles:write'] })
    const { key, apiKey } = data.createApiKey
    expect(apiKey).toMatchObject({
      name: 'robot',
      expiresAt: null,
      lastUsedAt: null,
      owner: { username: 'ada' },
    })
    const me = await callWithKey(key, 'POST', '/graphql', { query: '{ currentUser { username } }' })
    expect(me.body.data.currentUser).toEqual({ username: 'ada' })
    expect((await callWithKey(key, 'GET', '/api/articles')).status).toBe(200)
    expect((await listKeys()).find(({ id }) => id === apiKey.id)?.lastUsedAt).toMatch(/Z$/)
  })

  it('REST responds to a new key with 201, Location, no-store, and the key, which no other response has', async () => {
    const body = { name: 'ci', scopes: ['articles:read'], expiresAt: '2099-01-01T00:00:00Z' }
    const created = await service.call('POST', '/api/api-keys', { as: author, body })
    expect([created.status, created.headers.get('cache-control'), created.headers.get('location')]).toEqual([
      201,
      'no-store',
      `/api/api-keys/${created.body.id}`,
    ])
    const { key, ...shown } = created.body
    expect(key).toMatch(/^csk_[0-9A-Za-z]{49}$/)
    expect(shown).toEqual({
      id: expect.any(String),
      name: 'ci',
      scopes: ['articles:read'],
      expiresAt: '2099-01-01T00:00:00.000Z',
      createdAt: expect.any(String),
      lastUsedAt: null,
    })
    const path = `/api/api-keys/${shown.id}`
    const read = await service.call('GET', path, { as: author })
    expect([read.status, read.body]).toEqual([200, shown])
    const headers = { 'if-none-match': read.headers.get('etag') ?? '' }
    expect((await service.call('GET', path, { as: author, headers })).status).toBe(304)
    const head = await service.call('HEAD', path, { as: author })
    expect([head.status, head.body]).toEqual([200, ''])
    const options = await service.call('OPTIONS', path, { as: null })
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'DELETE, GET, HEAD, OPTIONS'])
    const list = await service.call('GET', '/api/api-keys', { as: author })
    expect(list.body).toContainEqual(shown)
    expect(JSON.stringify(list.body)).not.toContain(key)
  })

  it('the permissions of a key are the intersection of its scopes with the permissions of its owner', async () => {
    const { data } = await createOverGraphql({ name: 'reader', scopes: ['articles:read'] })
    const key: string = data.createApiKey.key
    const write = {
      query: 'mutation { createArticle(input: { authorId: "3", title: "T", content: "C" }) { id } }',
    }
    const refused = await callWithKey(key, 'POST', '/graphql', write)
    expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([403, 'FORBIDDEN'])
    expect((await callWithKey(key, 'GET', '/api/users/3')).status).toBe(404)
    expect((await callWithKey(key, 'GET', '/api/api-keys')).body).toEqual([])
  })

  it.each([
    [
      'products:write',
      '/api/products',
      'mutation ($input: CreateProductInput!) { made: createProduct(input: $input) { title } }',
    ],
    [
      'articles:write',
      '/api/articles',
      'mutation ($input: CreateArticleInput!) { made: createArticle(input: $input) { title } }',
    ],
  ])(
    'C12.16 with only the scope %s, it learns no more than the id of the written record',
    async (scope, path, query) => {
      const { data } = await createOverGraphql({ name: scope, scopes: [scope] }, AS_ADMIN)
      const key: string = data.createApiKey.key
      const { body: category } = await service.call('POST', '/api/categories', { body: { name: scope } })
      const body = scope.startsWith('articles')
        ? { title: 'Written', content: 'Text.', authorId: '3' }
        : { title: 'Written', price: 1, stock: 1, categoryId: category.id }
      const made = await callWithKey(key, 'POST', path, body)
      expect([made.status, made.body]).toEqual([201, ''])
      expect(made.headers.get('location')).toMatch(`${path}/`)
      const send = (document: string) =>
        callWithKey(key, 'POST', '/graphql', { query: document, variables: { input: body } })
      const countAll = async () => (await service.call('GET', `${path}?limit=1`)).headers.get('x-total-count')
      const before = await countAll()
      const refused = await send(query)
      expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([403, 'FORBIDDEN'])
      expect(await countAll()).toBe(before)
      const answer = await send(query.replace('{ title }', '{ id version }'))
      expect(answer.body.data.made).toEqual({ id: expect.any(String), version: 1 })
    },
  )

  it('a scope beyond the caller’s is 422 over REST and BAD_USER_INPUT over GraphQL, at its path', async () => {
    const body = { name: 'wide', scopes: ['users:delete', 'audit:read'] }
    const answer = await service.call('POST', '/api/api-keys', { as: author, body })
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, '/scopes'])
    expect((await createOverGraphql(body)).errors[0].extensions.problems[0].path).toEqual(['input', 'scopes'])
  })

  it.each([
    ['unknown', `csk_${'0'.repeat(49)}`],
    ['mistyped', 'csk_x'],
    ['empty', ' '],
  ])('a key that is %s is 401 with a string error, over both interfaces', async (_, key) => {
    for (const path of ['/api/articles', '/graphql?query={__typename}']) {
      const { status, body } = await callWithKey(key, 'GET', path)
      expect([status, body.code, typeof body.error]).toEqual([401, 'UNAUTHENTICATED', 'string'])
    }
  })

  it('a key that is revoked over either interface ends at once; a second revocation is 404', async () => {
    const made = await Promise.all(
      ['one', 'two'].map((name) => createOverGraphql({ name, scopes: ['articles:read'] })),
    )
    const [one, two] = made.map(({ data }) => data.createApiKey)
    for (const { key } of [one, two, one, two])
      expect((await callWithKey(key, 'GET', '/api/articles')).status).toBe(200)
    const overRest = () => service.call('DELETE', `/api/api-keys/${one.apiKey.id}`, { as: author })
    expect([(await overRest()).status, (await overRest()).status]).toEqual([204, 404])
    const revoke = `mutation { revokeApiKey(id: "${two.apiKey.id}") }`
    expect((await service.graphql(revoke, {}, author)).body.data).toEqual({ revokeApiKey: true })
    expect((await service.graphql(revoke, {}, author)).body.errors[0].extensions.code).toBe('NOT_FOUND')
    for (const { key } of [one, two])
      expect((await callWithKey(key, 'GET', '/api/articles')).status).toBe(401)
  })

  it('the key of another user is 404, except for an ADMIN', async () => {
    const { data } = await createOverGraphql({ name: 'of the admin', scopes: ['audit:read'] }, AS_ADMIN)
    const path = `/api/api-keys/${data.createApiKey.apiKey.id}`
    for (const method of ['GET', 'HEAD', 'DELETE'])
      expect((await service.call(method, path, { as: author })).status).toBe(404)
    expect((await service.call('GET', path, { as: null })).status).toBe(401)
    expect((await service.call('GET', '/api/api-keys/none', { as: author })).status).toBe(404)
    expect((await service.call('GET', path)).status).toBe(200)
    expect((await service.call('DELETE', path)).status).toBe(204)
    expect((await service.call('GET', path)).status).toBe(404)
  })

  it('C3.5 a soft delete ends the keys of the user at once, for good', async () => {
    const input = { username: 'gone', email: 'gone@example.org', password: PASSWORD }
    const created = await service.graphql(
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
      { input },
      null,
    )
    const { data } = await createOverGraphql(
      { name: 'k', scopes: ['articles:read'] },
      basic('gone', PASSWORD),
    )
    const readArticles = async () => (await callWithKey(data.createApiKey.key, 'GET', '/api/articles')).status
    expect([await readArticles(), await readArticles()]).toEqual([200, 200])
    const patch = (deleted: boolean) =>
      service.call('PATCH', `/api/users/${created.body.data.createUser.id}`, { body: { deleted } })
    expect([(await patch(true)).status, (await patch(false)).status]).toEqual([200, 200])
    expect(await readArticles()).toBe(401)
  })

  it('C7.1 a key beside another credential is 400', async () => {
    const both = await service.call('GET', '/api/articles', { as: author, headers: { 'x-api-key': 'csk_x' } })
    expect(both.status).toBe(400)
  })

  it('C5.5 the list takes a window', async () => {
    const { body } = await service.graphql('{ apiKeys(limit: 1) { id } }', {}, author)
    expect(body.data.apiKeys).toHaveLength(1)
    expect((await service.call('GET', '/api/api-keys?limit=1', { as: author })).body).toHaveLength(1)
  })
})

import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  AS_ADMIN,
  basic,
  SAMPLED_DATABASES,
  startTestService,
  type Answer,
  type TestService,
} from '../support/service.ts'
import { IS_MOUNTED } from '../support/mounted.ts'

const PASSWORD = 'seven quiet harbours'

/** Headers that differ between responses or connections. C9.1: each request changes the rest of the quota. */
const QUOTA = ['x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit']
const PER_ANSWER = new Set(['date', 'x-request-id', 'connection', 'keep-alive', ...QUOTA])

describe.each(SAMPLED_DATABASES)('the REST users interface on %s', (kind) => {
  let service: TestService
  let made = 0

  const rita = basic('rita', PASSWORD)

  beforeAll(async () => {
    service = await startTestService(kind)
    const input = { username: 'rita', email: 'rita@example.org', password: PASSWORD }
    await service.graphql(
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
      { input },
      null,
    )
  }, 30_000)
  afterAll(() => service.stop())

  const create = async (more: object = {}): Promise<Answer> => {
    made += 1
    return service.call('POST', '/api/users', {
      body: { name: `User ${made}`, email: `user${made}@example.org`, age: 36, ...more },
    })
  }
  const readCode = ({ status, body }: Answer) => [status, body.code]

  it('4.2 POST: 201, Location, the user as JSON, and a username from the address (C3.3)', async () => {
    const { status, headers, body } = await create({ name: 'Ada Lovelace', email: 'ada.l@example.org' })
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`/api/users/${body.id}`)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'Ada Lovelace',
      email: 'ada.l@example.org',
      age: 36,
    })
    const { data } = (await service.graphql(`{ user(id: "${body.id}") { username role name } }`)).body
    expect(data.user).toEqual({ username: 'ada.l', role: 'READER', name: 'Ada Lovelace' })
    const second = await create({ name: 'Another', email: 'ada.l@example.com' })
    const other = (await service.graphql(`{ user(id: "${second.body.id}") { username } }`)).body
    expect(other.data.user.username).toBe('ada.l-2')
  })

  it('C3.3 concurrent POSTs of users with the same name all succeed', async () => {
    const made = await Promise.all(
      ['org', 'com', 'net', 'edu', 'dev'].map((domain) => create({ email: `twin@example.${domain}` })),
    )
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    const found = made.map(async ({ body: { id } }) => {
      const { body } = await service.graphql(`{ user(id: "${id}") { username } }`)
      return body.data.user.username
    })
    expect((await Promise.all(found)).sort()).toEqual(['twin', 'twin-2', 'twin-3', 'twin-4', 'twin-5'])
  })

  it('4.2 GET one: 200, or 404 for unknown and impossible ids', async () => {
    const { id, ...rest } = (await create()).body
    expect((await service.call('GET', `/api/users/${id}`)).body).toEqual({ id, ...rest })
    for (const name of [
      '999999',
      '0',
      '-1',
      '+1',
      '01',
      '1e3',
      '1.0',
      '4294967298',
      'abc',
      '%00',
      '%F0%9F%A6%80',
    ])
      expect(readCode(await service.call('GET', `/api/users/${name}`)), name).toEqual([404, 'NOT_FOUND'])
  })

  it('4.2 GET list: an array with Link and X-Total-Count (C6.3)', async () => {
    for (let n = 0; n < 3; n += 1) await create()
    const { status, headers, body } = await service.call('GET', '/api/users?page=2&limit=2')
    expect(status).toBe(200)
    expect(body).toHaveLength(2)
    const total = Number(headers.get('x-total-count'))
    const last = Math.ceil(total / 2)
    expect(headers.get('link')).toBe(
      [
        ['1', 'first'],
        ['1', 'prev'],
        ['3', 'next'],
        [String(last), 'last'],
      ]
        .map(([page, rel]) => `</api/users?page=${page}&limit=2>; rel="${rel}"`)
        .join(', '),
    )
    const all = (await service.call('GET', '/api/users?limit=100')).body
    expect(all).toHaveLength(total)
    expect(all.every((user: object) => Object.keys(user).join() === 'id,name,email,age')).toBe(true)
    expect((await service.call('GET', '/api/users?page=99')).body).toEqual([])
  })

  it('C6.3 the status filter ignores case; unknown, repeated or wrong parameters are 400', async () => {
    expect((await service.call('GET', '/api/users?status=active')).body.length).toBeGreaterThan(0)
    expect((await service.call('GET', '/api/users?status=SUSPENDED')).body).toEqual([])
    for (const query of [
      'status=gone',
      'page=0',
      'page=01',
      'page=-1',
      'page=x',
      'limit=0',
      'limit=101',
      'page=1002&limit=10',
      'page=1&page=2',
      'sort=name',
      'deleted=no',
      'page=',
    ])
      expect(readCode(await service.call('GET', `/api/users?${query}`)), query).toEqual([400, 'BAD_REQUEST'])
  })

  it('4.2 PUT replaces a user, and creates a user at a free id (C6.5)', async () => {
    const { id } = (await create()).body
    const replaced = await service.call('PUT', `/api/users/${id}`, {
      body: { id, name: 'New', email: `put${id}@example.org` },
    })
    expect([replaced.status, replaced.body]).toEqual([
      200,
      { id, name: 'New', email: `put${id}@example.org`, age: null },
    ])
    const created = await service.call('PUT', '/api/users/70001', {
      body: { name: 'Chosen', email: 'chosen@example.org', age: 1 },
    })
    expect([created.status, created.headers.get('location')]).toEqual([201, '/api/users/70001'])
    expect(created.body).toEqual({ id: 70001, name: 'Chosen', email: 'chosen@example.org', age: 1 })
    expect(
      readCode(
        await service.call('PUT', '/api/users/70001', {
          body: { id: 70002, name: 'X', email: 'chosen@example.org' },
        }),
      ),
    ).toEqual([422, 'BAD_USER_INPUT'])
    for (const name of ['abc', '0', '01', '2147483648'])
      expect(
        readCode(
          await service.call('PUT', `/api/users/${name}`, { body: { name: 'X', email: 'x@example.org' } }),
        ),
        name,
      ).toEqual([400, 'BAD_REQUEST'])
    expect(
      readCode(await service.call('PUT', '/api/users/1', { body: { name: 'X', email: 'x@example.org' } })),
    ).toEqual([403, 'FORBIDDEN'])
  })

  it('C6.5 PUT on the largest id does not prevent sign-ups, with POSTs at the same time', async () => {
    const put = service.call('PUT', '/api/users/2147483647', {
      body: { name: 'Last', email: 'last@example.org' },
    })
    const posts = await Promise.all([create(), create(), create(), create()])
    expect((await put).status).toBe(201)
    const after = await create()
    const ids = [...posts, after].map(({ status, body }) => (expect(status).toBe(201), body.id))
    expect(new Set(ids).size).toBe(5)
    expect(Math.max(...ids)).toBeLessThan(70_000)
  })

  it('4.2 PATCH changes the given members: null clears the age, deleted hides and restores (C3.5)', async () => {
    const { id, email } = (await create()).body
    const patch = (body: object, headers = {}) => service.call('PATCH', `/api/users/${id}`, { body, headers })
    expect((await patch({ name: 'Patched' })).body).toEqual({ id, name: 'Patched', email, age: 36 })
    expect(
      (await patch({ age: null }, { 'content-type': 'application/merge-patch+json' })).body.age,
    ).toBeNull()
    for (const bad of [
      { name: null },
      { email: null },
      { id: 5 },
      { role: 'ADMIN' },
      { age: '5' },
      { age: 151 },
      { email: 'no' },
      { name: '' },
    ])
      expect(readCode(await patch(bad)), JSON.stringify(bad)).toEqual([422, 'BAD_USER_INPUT'])
    expect((await patch({ deleted: true })).body).toEqual({
      id,
      name: 'Patched',
      email,
      age: null,
      deleted: true,
    })
    expect((await service.call('GET', `/api/users/${id}`)).status).toBe(404)
    expect(readCode(await service.call('PUT', `/api/users/${id}`, { body: { name: 'X', email } }))).toEqual([
      409,
      'CONFLICT',
    ])
    expect((await service.call('GET', '/api/users?deleted=true')).body).toEqual([
      { id, name: 'Patched', email, age: null, deleted: true },
    ])
    expect((await patch({ deleted: false })).body.deleted).toBeUndefined()
    expect((await service.call('GET', `/api/users/${id}`)).status).toBe(200)
  })

  it('4.2 DELETE: 204, then 404', async () => {
    const { id } = (await create()).body
    const answers = [
      await service.call('DELETE', `/api/users/${id}`),
      await service.call('DELETE', `/api/users/${id}`),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [204, undefined],
      [404, 'NOT_FOUND'],
    ])
  })

  it('4.2 HEAD has the headers of GET and no body; OPTIONS lists the methods', async () => {
    const { id } = (await create()).body
    for (const path of ['/api/users', `/api/users/${id}`]) {
      const [get, head] = [await service.call('GET', path), await service.call('HEAD', path)]
      const listComparedHeaders = (answer: Answer) =>
        [...answer.headers].filter(([name]) => !PER_ANSWER.has(name))
      expect([head.status, head.body, listComparedHeaders(head)]).toEqual([200, '', listComparedHeaders(get)])
    }
    const list = await service.call('OPTIONS', '/api/users', { as: null })
    expect([list.status, list.headers.get('allow')]).toEqual([200, 'GET, POST, HEAD, OPTIONS'])
    const item = await service.call('OPTIONS', '/api/users/7', { as: null })
    expect([item.headers.get('allow'), item.headers.get('accept-patch')]).toEqual([
      'GET, PUT, PATCH, DELETE, HEAD, OPTIONS',
      'application/json, application/merge-patch+json',
    ])
    const wrong = await service.call('PATCH', '/api/users', { body: {} })
    expect([...readCode(wrong), wrong.headers.get('allow')]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'GET, POST, HEAD, OPTIONS',
    ])
  })

  it('C6.2 permissions: anonymous 401; a reader reads only the own account, and lists only it', async () => {
    const { id } = (await create()).body
    const own = (await service.graphql('{ currentUser { id } }', {}, rita)).body.data.currentUser.id
    for (const [method, path] of [
      ['GET', '/api/users'],
      ['GET', `/api/users/${id}`],
      ['POST', '/api/users'],
      ['PUT', `/api/users/${id}`],
      ['PATCH', `/api/users/${id}`],
      ['DELETE', `/api/users/${id}`],
    ] as const)
      expect(readCode(await service.call(method, path, { as: null })), method).toEqual([
        401,
        'UNAUTHENTICATED',
      ])
    const list = await service.call('GET', '/api/users', { as: rita })
    expect([list.body.length, list.body[0].id, list.headers.get('x-total-count')]).toEqual([
      1,
      Number(own),
      '1',
    ])
    expect((await service.call('PATCH', `/api/users/${own}`, { as: rita, body: { age: 40 } })).body.age).toBe(
      40,
    )
    expect(readCode(await service.call('POST', '/api/users', { as: rita, body: '{' }))).toEqual([
      403,
      'FORBIDDEN',
    ])
    expect(readCode(await service.call('PUT', '/api/users/abc', { as: rita, body: {} }))).toEqual([
      403,
      'FORBIDDEN',
    ])
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(
        readCode(
          await service.call(method, `/api/users/${id}`, {
            as: rita,
            ...(method === 'PATCH' && { body: '{' }),
          }),
        ),
        method,
      ).toEqual([404, 'NOT_FOUND'])
    expect(readCode(await service.call('GET', '/api/users?status=ACTIVE', { as: rita }))).toEqual([
      403,
      'FORBIDDEN',
    ])
  })

  it('C6.6 bad bodies: 415, 400, 422 and 413, each with its problem (C6.7)', async () => {
    const post = (body: string, type = 'application/json') =>
      service.call('POST', '/api/users', { body, headers: { 'content-type': type } })
    expect(readCode(await post('{}', 'text/plain'))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    for (const broken of ['', '{', '{"name": }', 'nope', '[1', '['.repeat(200_000)])
      expect((await post(broken)).status, broken.slice(0, 9)).toBe(400)
    for (const invalid of [
      '[]',
      '1',
      'null',
      '{}',
      '{"email": 5}',
      '{"email": "a@b.org", "__proto__": {"role": "ADMIN"}}',
      '{"email": "a@b.org", "password": "x"}',
    ])
      expect(readCode(await post(invalid)), invalid).toEqual([422, 'BAD_USER_INPUT'])
    const missing = (await post('{}')).body
    expect(missing).toMatchObject({
      title: 'The input is not valid',
      status: 422,
      errors: [{ pointer: '/email', message: 'is required' }],
    })
    expect(missing.type).toBe(`${service.url}/api/errors/BAD_USER_INPUT`)
    expect(missing.error).toBe(missing.detail)
    expect(
      readCode(await post(JSON.stringify({ email: 'a@b.org', name: 'x'.repeat(5 * 1024 * 1024) }))),
    ).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect((await create({ name: 'a\u0000b' })).status).toBe(422)
  })

  it('C3.1 a taken address is 409, and the problem names the member', async () => {
    const { body } = await create()
    const taken = await service.call('POST', '/api/users', { body: { email: body.email.toUpperCase() } })
    expect([...readCode(taken), taken.body.errors]).toEqual([
      409,
      'CONFLICT',
      [{ pointer: '/email', message: 'is taken' }],
    ])
  })

  it('C6.8 strong ETags: 304 without a change, 412 after a change', async () => {
    const { headers, body } = await create()
    const [etag, path] = [headers.get('etag') as string, `/api/users/${body.id}`]
    expect(etag).toMatch(/^"[^"]+"$/)
    const same = await service.call('GET', path, { headers: { 'if-none-match': `"other", ${etag}` } })
    expect([same.status, same.body, same.headers.get('etag')]).toEqual([304, '', etag])
    const changed = await service.call('PATCH', path, { body: { age: 1 }, headers: { 'if-match': etag } })
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false])
    for (const [method, call] of [
      ['PATCH', { body: { age: 2 } }],
      ['PUT', { body: { name: 'X', email: body.email } }],
      ['DELETE', {}],
    ] as const)
      expect(
        readCode(await service.call(method, path, { ...call, headers: { 'if-match': etag } })),
        method,
      ).toEqual([412, 'PRECONDITION_FAILED'])
    expect(
      readCode(
        await service.call('PUT', path, {
          body: { name: 'X', email: body.email },
          headers: { 'if-none-match': '*' },
        }),
      ),
    ).toEqual([412, 'PRECONDITION_FAILED'])
    expect(
      readCode(
        await service.call('PUT', '/api/users/71234', {
          body: { name: 'X', email: 'absent@example.org' },
          headers: { 'if-match': '*' },
        }),
      ),
    ).toEqual([412, 'PRECONDITION_FAILED'])
    expect((await service.call('DELETE', path, { headers: { 'if-match': '*' } })).status).toBe(204)
  })

  it('7 credentials: a bearer token that fails is 403, a wrong password 401, two credentials are 400', async () => {
    const bearer = await service.call('GET', '/api/users', { as: 'Bearer a.b.c' })
    expect([...readCode(bearer), bearer.headers.get('www-authenticate'), typeof bearer.body.error]).toEqual([
      403,
      'INVALID_TOKEN',
      'Bearer error="invalid_token"',
      'string',
    ])
    const wrong = await service.call('GET', '/api/users', { as: basic('rita', 'not hers at all') })
    expect([...readCode(wrong), wrong.headers.get('www-authenticate')]).toEqual([
      401,
      'UNAUTHENTICATED',
      'Basic realm="content-service", charset="UTF-8"',
    ])
    expect(readCode(await service.call('GET', '/api/users', { headers: { 'x-api-key': 'csk_x' } }))).toEqual([
      400,
      'BAD_REQUEST',
    ])
    expect((await service.call('GET', '/api/users', { as: null })).headers.get('www-authenticate')).toBe(
      'Bearer',
    )
  })

  it('4.2 DELETE of an article needs articles:delete', async () => {
    const input = { title: 'To go', content: 'x', authorId: '2', status: 'PUBLISHED' }
    const { body } = await service.graphql(
      'mutation ($input: CreateArticleInput!) { createArticle(input: $input) { id } }',
      { input },
    )
    const path = `/api/articles/${body.data.createArticle.id}`
    const refused = await service.call('DELETE', path, { as: rita })
    expect([...readCode(refused), refused.body.detail]).toEqual([
      403,
      'FORBIDDEN',
      'You need the permission articles:delete.',
    ])
    expect(readCode(await service.call('DELETE', path, { as: null }))).toEqual([401, 'UNAUTHENTICATED'])
    expect((await service.call('DELETE', path)).status).toBe(204)
    expect((await service.call('DELETE', path)).status).toBe(404)
  })

  it('C6.6 an absolute address that is malformed is a malformed request', async () => {
    const { port } = new URL(service.url)
    const answer = new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', path: 'http://x:99999/api/users' }, (received) => {
        received.resume()
        resolve(received.statusCode)
      })
      sent.on('error', reject).end()
    })
    expect(await answer).toBe(400)
  })

  it.each([
    ['path', '/api/errors/%ff', {}, 'Write it as %25'],
    [
      'body',
      '/api/articles',
      { method: 'POST', headers: { 'content-encoding': 'gzip', authorization: AS_ADMIN }, body: 'plain' },
      'Content-Encoding',
    ],
  ])('C6.6 a malformed %s is BAD_REQUEST with what to change', async (_, path, given, advice) => {
    const response = await fetch(service.url + path, given)
    const { code, detail } = (await response.json()) as { code: string; detail: string }
    expect([response.status, code]).toEqual([400, 'BAD_REQUEST'])
    expect(detail).toContain(advice)
  })

  it('C1.3 the type of a problem is a page that explains what to do', async () => {
    const { body } = await service.call('GET', '/api/users/999999')
    const page = await service.call('GET', new URL(body.type).pathname, { as: null })
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(page.body).toContain('# NOT_FOUND')
    expect((await service.call('GET', '/api/errors/NO_SUCH_CODE', { as: null })).status).toBe(404)
  })

  it.for([
    ['/graphql', 'GET, POST, OPTIONS'],
    ['/api/errors/NOT_FOUND', 'GET, HEAD, OPTIONS'],
    ['/api/articles', 'GET, POST, HEAD, OPTIONS'],
  ] as const)(
    'C6.4 OPTIONS of %s lists the allowed methods for every caller',
    async ([path, allow], { skip }) => {
      skip(IS_MOUNTED && path === '/graphql', 'The handler of GraphQL leaves OPTIONS to its server.')
      const { status, headers } = await service.call('OPTIONS', path, { as: null })
      expect([status, headers.get('allow')]).toEqual([200, allow])
    },
  )

  it('C6.4 the page of an error accepts only reads', async () => {
    const answer = await service.call('DELETE', '/api/errors/NOT_FOUND', { as: null })
    expect([...readCode(answer), answer.headers.get('allow')]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'GET, HEAD, OPTIONS',
    ])
  })

  it('C1.2 each interface reads the writes of the other at once', async () => {
    const { id } = (await create({ name: 'Both ways' })).body
    expect((await service.graphql(`{ user(id: "${id}") { name } }`)).body.data.user.name).toBe('Both ways')
    await service.graphql('mutation ($input: UpdateUserInput!) { updateUser(input: $input) { id } }', {
      input: { id: String(id), name: 'And back' },
    })
    expect((await service.call('GET', `/api/users/${id}`)).body.name).toBe('And back')
  })
})

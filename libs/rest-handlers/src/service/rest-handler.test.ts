import type { User } from '@content-service/domain'
import { aUser, NOON, RIGHT_PASSWORD } from '@content-service/domain/testing'
import { describe, expect, it } from 'vitest'
import { aRestWorld as setUp, readCode } from '../testing/rest-world.ts'

describe('C6.6 the order of refusals', () => {
  it.each([
    [
      '401 before all else',
      'PATCH',
      '/api/users/99',
      null,
      { body: '{', headers: { accept: 'text/html' } },
      [401, 'UNAUTHENTICATED'],
    ],
    [
      '404 before 406',
      'PATCH',
      '/api/users/99',
      'admin',
      { body: '{', headers: { accept: 'text/html' } },
      [404, 'NOT_FOUND'],
    ],
    [
      '406 before 415',
      'PATCH',
      '/api/users/2',
      'admin',
      { body: '{', headers: { accept: 'text/html', 'content-type': 'text/plain' } },
      [406, 'NOT_ACCEPTABLE'],
    ],
    [
      '415 before 413',
      'PATCH',
      '/api/users/2',
      'admin',
      { body: null, headers: { 'content-type': 'text/plain' } },
      [415, 'UNSUPPORTED_MEDIA_TYPE'],
    ],
    [
      '413 where the body is too long',
      'PATCH',
      '/api/users/2',
      'admin',
      { body: null },
      [413, 'PAYLOAD_TOO_LARGE'],
    ],
    [
      '400 before 412',
      'PATCH',
      '/api/users/2',
      'admin',
      { body: '{', headers: { 'if-match': '"stale"' } },
      [400, 'BAD_REQUEST'],
    ],
    [
      '412 before 422',
      'PATCH',
      '/api/users/2',
      'admin',
      { body: '{"name": null}', headers: { 'if-match': '"stale"' } },
      [412, 'PRECONDITION_FAILED'],
    ],
    [
      '422 before 409',
      'PATCH',
      '/api/users/2',
      'admin',
      { body: '{"name": null, "email": "ghost@deleted.invalid"}' },
      [422, 'BAD_USER_INPUT'],
    ],
    [
      '409 last',
      'PATCH',
      '/api/users/2',
      'admin',
      { body: `{"email": "ghost@deleted.invalid", "currentPassword": "${RIGHT_PASSWORD}"}` },
      [409, 'CONFLICT'],
    ],
  ] as const)('%s', async (_, method, path, as, request, refusal) => {
    const { send, admin } = await setUp()
    expect(readCode(await send(method, path, { ...request, as: as && admin }))).toEqual(refusal)
  })

  it.each([
    ['a status that takes a permission', 'PATCH', { status: 'PUBLISHED', title: 5 }, 403],
    ['a status of their own', 'PATCH', { status: 'REVIEW', title: 5 }, 422],
    ['a status that there is not', 'PATCH', { status: 'PRINTED' }, 422],
    ['a status that takes a permission, at once', 'POST', { status: 'PUBLISHED', extra: 1 }, 403],
    ['another owner', 'POST', { authorId: '2', title: 5 }, 403],
    ['nothing that is forbidden', 'POST', { status: 'DRAFT', title: 5 }, 422],
    ['a list', 'POST', ['PUBLISHED'], 422],
  ])(
    '403 before 422: an author asks for %s, in a body that is not valid',
    async (_, method, body, status) => {
      const { send, user, article } = await setUp()
      const author = await user('anna', 'AUTHOR')
      const { id } = await article(author, 'Mine', { status: 'DRAFT' })
      const path = method === 'POST' ? '/api/articles' : `/api/articles/${id}`
      expect((await send(method, path, { as: author, body })).status).toBe(status)
    },
  )

  it('403 before 422: a caller with the permission to invite gives a role above their own', async () => {
    const { send, context } = await setUp()
    const host = await context.stores.users.add(
      { ...aUser('hana', 'EDITOR'), permissions: ['users:write'] },
      null,
    )
    const ask = async (role: string) =>
      (await send('POST', '/api/users/invitations', { as: host, body: { role, email: 5 } })).status
    expect([await ask('ADMIN'), await ask('AUTHOR')]).toEqual([403, 422])
  })

  it('C6.5 an unreadable record is NOT_FOUND like an unknown record, for every method but PUT', async () => {
    const { send, user } = await setUp()
    const [rita, other] = [await user('rita'), await user('other')]
    for (const method of ['GET', 'HEAD', 'PATCH', 'DELETE']) {
      const [there, absent] = [
        await send(method, `/api/users/${other.id}`, { as: rita, body: '{}' }),
        await send(method, '/api/users/9999', { as: rita, body: '{}' }),
      ]
      expect([there.status, there.body], method).toEqual([404, absent.body])
    }
    for (const id of [other.id, 9999])
      expect((await send('PUT', `/api/users/${id}`, { as: rita })).status).toBe(403)
  })

  it('a refused request writes nothing', async () => {
    const { send, admin, context } = await setUp()
    await send('PATCH', '/api/users/2', { body: '{"age": 5}', headers: { accept: 'text/html' } })
    await send('PUT', '/api/users/500', {
      body: '{"name": "X", "email": "x@example.org"}',
      headers: { 'if-match': '*' },
    })
    await send('PUT', '/api/users/500', { body: '{"name": "X", "email": "no"}' })
    expect(await context.stores.users.get(2 as never)).toEqual(admin)
    expect(await context.stores.users.get(500 as never)).toBeNull()
  })
})

describe('C6.4 routes', () => {
  it('an unknown address is 404, a wrong method 405 with Allow, and OPTIONS is 200 for every caller', async () => {
    const { send } = await setUp()
    for (const path of ['/api', '/api/', '/api/nope', '/api/users/2/x', '/api/users/'])
      expect((await send('GET', path)).status, path).toBe(404)
    const wrong = await send('PUT', '/api/users')
    expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'GET, POST, HEAD, OPTIONS'])
    const options = await send('OPTIONS', '/api/articles/x', { as: null })
    expect([options.status, options.headers['allow']]).toEqual([200, 'GET, PATCH, DELETE, HEAD, OPTIONS'])
    expect(options.headers['accept-patch']).toBe('application/json, application/merge-patch+json')
    for (const method of ['constructor', 'toString', '__proto__', 'TRACE'])
      expect((await send(method, '/api/users')).status, method).toBe(405)
  })

  it('a body in another encoding than UTF-8 is 415, with the encoding that the service reads', async () => {
    const { send } = await setUp()
    const change = (type: string) =>
      send('PATCH', '/api/users/2', { body: '{}', headers: { 'content-type': type } })
    for (const charset of ['utf-16', 'UTF-16LE', '"iso-8859-1"']) {
      const { status, body } = await change(`application/json; charset=${charset}`)
      expect([status, JSON.parse(body).detail], charset).toEqual([
        415,
        'Send the body in UTF-8, with charset=utf-8 or without a charset.',
      ])
    }
    for (const charset of ['utf-8', '"UTF-8"', 'utf8', 'us-ascii'])
      expect((await change(`application/json;charset=${charset}`)).status, charset).toBe(200)
  })

  it('C6.4 Accept decides by its weights', async () => {
    const { send } = await setUp()
    for (const accept of ['*/*', 'application/*', 'text/html, application/json;q=0.1'])
      expect((await send('GET', '/api/users/2', { headers: { accept } })).status, accept).toBe(200)
    for (const accept of ['text/html', 'application/json;q=0', 'image/*'])
      expect((await send('GET', '/api/users/2', { headers: { accept } })).status, accept).toBe(406)
  })
})

describe('C6.7 problems', () => {
  it('have every member, including the string error', async () => {
    const { send } = await setUp()
    const { headers, body } = await send('POST', '/api/users', {
      body: '{"email": "no", "age": 200, "extra/one": 1}',
    })
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    const problem = JSON.parse(body)
    expect(problem).toMatchObject({
      type: 'https://content.example/api/errors/BAD_USER_INPUT',
      title: 'The input is not valid',
      status: 422,
      instance: 'request-1',
      code: 'BAD_USER_INPUT',
    })
    expect(problem.error).toBe(problem.detail)
    expect(problem.errors.map(({ pointer }: { pointer: string }) => pointer)).toContain('/extra~1one')
  })

  it('of an internal error do not reveal its cause, which the report contains', async () => {
    const { send, context, faults } = await setUp()
    context.stores.reader.find = () => Promise.reject(new Error('password=hunter2'))
    const { status, body } = await send('GET', '/api/users')
    expect([status, body.includes('hunter2'), String(faults[0])]).toEqual([
      500,
      false,
      'Error: password=hunter2',
    ])
  })
})

describe('C6.8 entity tags', () => {
  it('are strong, and change with the version and with the representation', async () => {
    const { send } = await setUp()
    const first = (await send('GET', '/api/users/2')).headers['etag']
    const second = (await send('PATCH', '/api/users/2', { body: '{"age": 7}' })).headers['etag']
    expect(first).toMatch(/^"1-[\w-]+"$/)
    expect(second).toMatch(/^"2-[\w-]+"$/)
    expect((await send('GET', '/api/users/2')).headers['etag']).toBe(second)
  })

  it('RFC 9110 §13.1: If-Match compares strongly, and If-None-Match compares weakly', async () => {
    const { send } = await setUp()
    const etag = (await send('GET', '/api/users/2')).headers['etag'] as string
    const patch = (ifMatch: string) =>
      send('PATCH', '/api/users/2', { body: '{}', headers: { 'if-match': ifMatch } })
    expect((await patch(etag)).status).toBe(200)
    expect((await patch(`"x", ${etag}`)).status).toBe(200)
    expect((await patch('*')).status).toBe(200)
    expect((await patch(`W/${etag}`)).status).toBe(412)
    const get = (ifNoneMatch: string) =>
      send('GET', '/api/users/2', { headers: { 'if-none-match': ifNoneMatch } })
    expect([
      (await get(etag)).status,
      (await get(`W/${etag}`)).status,
      (await get('*')).status,
      (await get('"x"')).status,
    ]).toEqual([304, 304, 304, 200])
  })
})

describe('C6.6 REQUIRE_IF_MATCH', () => {
  it('428 for a change without If-Match, after the check of the caller', async () => {
    const { send, article, admin } = await setUp({}, { requireIfMatch: true })
    const { id } = await article(admin, 'Out')
    const path = `/api/articles/${id}`
    const patch = (more: object) => send('PATCH', path, { body: { title: 'New' }, ...more })
    expect(readCode(await patch({ as: null }))).toEqual([401, 'UNAUTHENTICATED'])
    expect(readCode(await patch({ body: '{' }))).toEqual([400, 'BAD_REQUEST'])
    expect(readCode(await patch({}))).toEqual([428, 'PRECONDITION_REQUIRED'])
    expect(readCode(await send('DELETE', path))).toEqual([428, 'PRECONDITION_REQUIRED'])
    const { etag } = (await send('GET', path)).headers
    expect((await patch({ headers: { 'if-match': etag } })).status).toBe(200)
  })

  it('a resource that does not exist is created without it', async () => {
    const { send } = await setUp({}, { requireIfMatch: true })
    const put = (name: string) => send('PUT', '/api/users/500', { body: { name, email: 'new@example.org' } })
    expect((await put('First')).status).toBe(201)
    expect(readCode(await put('Second'))).toEqual([428, 'PRECONDITION_REQUIRED'])
    expect((await send('POST', '/api/users', { body: { email: 'post@example.org' } })).status).toBe(201)
  })
})

describe('articles and search', () => {
  const world = async () => {
    const set = await setUp()
    const [jane, bob] = [await set.user('jane', 'AUTHOR'), await set.user('bob', 'AUTHOR')]
    return { ...set, jane, bob }
  }

  it('C4.5 a list contains the readable articles, newest first, with owners and without content', async () => {
    const { send, article, jane, bob } = await world()
    await article(jane, 'First', { tags: ['a'] })
    await article(bob, 'Second', { now: new Date(NOON.getTime() + 1) })
    await article(jane, 'Draft', { status: 'DRAFT' })
    const titles = async (query: string, as: User | null = null) =>
      JSON.parse((await send('GET', `/api/articles${query}`, { as })).body).map(
        (each: { title: string }) => each.title,
      )
    expect(await titles('')).toEqual(['Second', 'First'])
    expect(await titles('', jane)).toEqual(['Second', 'Draft', 'First'])
    expect(await titles('?status=draft', jane)).toEqual(['Draft'])
    expect(await titles('?tag=A')).toEqual(['First'])
    expect(await titles(`?ownerId=${jane.id}`)).toEqual(['First'])
    expect(await titles(`?owner=${jane.id}`)).toEqual(['First'])
    for (const id of ['999', '0', '007', 'jane', '2147483648', '%00'])
      expect(await titles(`?ownerId=${id}`)).toEqual([])
    expect(await titles('?sortBy=title&direction=asc')).toEqual(['First', 'Second'])
    expect(await titles('?publishedAfter=2999-01-01')).toEqual([])
    const [shown] = JSON.parse((await send('GET', '/api/articles', { as: null })).body)
    expect(shown).toMatchObject({
      owner: { id: String(bob.id), username: 'bob', name: 'bob' },
      status: 'PUBLISHED',
      updatedAt: null,
    })
    for (const member of ['content', 'views', 'likes', 'commentCount', 'ownerId', 'ref'])
      expect(shown).not.toHaveProperty(member)
    for (const query of [
      '?sortBy=email',
      '?direction=up',
      '?status=x',
      '?publishedAfter=yesterday',
      '?limit=0',
      '?tag=%00',
      '?ownerId=1&owner=1',
      '?x=1',
    ])
      expect(readCode(await send('GET', `/api/articles${query}`)), query).toEqual([400, 'BAD_REQUEST'])
  })

  it('C3.5 a filter by a soft-deleted user does not find the articles of this user', async () => {
    const { send, article, jane } = await world()
    await article(jane, 'Left behind')
    await send('PATCH', `/api/users/${jane.id}`, { body: '{"deleted": true}' })
    expect(JSON.parse((await send('GET', `/api/articles?ownerId=${jane.id}`, { as: null })).body)).toEqual([])
    expect(JSON.parse((await send('GET', '/api/articles', { as: null })).body)[0].owner.username).toBe(
      'ghost',
    )
  })

  it('an article by its id: unchanged, with an entity tag, counted as one view (C4.6) and cached (C6.10)', async () => {
    const { send, article, jane, viewed } = await world()
    const content = 'Verbatim: \r\n\t<b> 🦀 "quotes" \\ '
    const { id } = await article(jane, 'Read me', { content })
    const path = `/api/articles/${id}`
    const { headers, body } = await send('GET', path, { as: null })
    expect(JSON.parse(body).content).toBe(content)
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=300')
    expect((await send('GET', path, { as: jane })).headers['cache-control']).toBe('private, no-cache')
    expect(
      (await send('GET', path, { as: null, headers: { 'if-none-match': headers['etag'] } })).status,
    ).toBe(304)
    await send('HEAD', path, { as: null })
    expect(viewed).toEqual([id, id])
    const draft = await article(jane, 'Draft', { status: 'DRAFT' })
    for (const missing of [draft.id, 'x', '00000000-0000-7000-8000-ffffffffffff'])
      expect(readCode(await send('GET', `/api/articles/${missing}`, { as: null })), missing).toEqual([
        404,
        'NOT_FOUND',
      ])
  })

  it('C6.10 a list has a tag of its content, and shared caches may keep public articles', async () => {
    const { send, jane, article } = await world()
    await article(jane, 'First')
    const list = (as: typeof jane | null, tag?: string) =>
      send('GET', '/api/articles', { as, ...(tag !== undefined && { headers: { 'if-none-match': tag } }) })
    const { status, headers } = await list(null)
    expect([status, headers['cache-control']]).toEqual([
      200,
      'public, max-age=0, s-maxage=60, stale-while-revalidate=300',
    ])
    expect((await list(jane)).headers['cache-control']).toBe('private, no-cache')
    expect((await list(null, headers['etag'])).status).toBe(304)
    await article(jane, 'Second')
    expect((await list(null, headers['etag'])).status).toBe(200)
  })

  it('C6.3 a search has links, the number of hits, and the types that the client names', async () => {
    const { send, article, jane } = await world()
    for (const title of ['One zeppelin', 'Two zeppelin', 'Three zeppelin']) await article(jane, title)
    const find = (query: string) => send('GET', `/api/search?query=zeppelin${query}`, { as: null })
    const first = await find('&limit=2&types=ARTICLE,COMMENT')
    expect(first.headers['x-total-count']).toBe('3')
    expect(first.headers['link']).toContain('limit=2&types=ARTICLE%2CCOMMENT&page=2>; rel="next"')
    expect(JSON.parse(first.body)).toHaveLength(2)
    expect(JSON.parse((await find('&types=COMMENT')).body)).toEqual([])
    expect((await find('&page=9')).body).toBe('[]')
    expect((await find('&types=comment')).body).toBe('[]')
    for (const wrong of ['&types=', '&types=NOTHING', '&types=ARTICLE,'])
      expect(readCode(await find(wrong))).toEqual([400, 'BAD_REQUEST'])
  })

  it('C5.3 search finds the readable records, best match first', async () => {
    const { send, article, jane } = await world()
    await article(jane, 'Elsewhere', { content: 'About the zeppelin.' })
    const { id } = await article(jane, 'The zeppelin')
    await article(jane, 'A hidden zeppelin', { status: 'DRAFT' })
    const hits = JSON.parse((await send('GET', '/api/search?query=zeppelin', { as: null })).body)
    expect(hits.map(({ type, title }: { type: string; title: string }) => [type, title])).toEqual([
      ['ARTICLE', 'The zeppelin'],
      ['ARTICLE', 'Elsewhere'],
    ])
    expect(hits[0].id).toBe(id)
    expect(
      JSON.parse((await send('GET', '/api/search?query=zepelin&limit=1', { as: null })).body),
    ).toHaveLength(1)
    const people = JSON.parse((await send('GET', '/api/search?query=jane', { as: null })).body)
    expect(people).toEqual([
      {
        ...{ type: 'USER', id: String(jane.id), score: expect.any(Number), username: 'jane', name: 'jane' },
        snippet: expect.any(String),
      },
    ])
    expect(readCode(await send('GET', '/api/search', { as: null }))).toEqual([400, 'BAD_REQUEST'])
    expect(readCode(await send('GET', '/api/search?query=+', { as: null }))).toEqual([400, 'BAD_REQUEST'])
  })
})

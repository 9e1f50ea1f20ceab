import type { User } from '@content-service/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { aRestWorld, readBody, readCode } from '../testing/rest-world.ts'

const MISSING = '00000000-0000-7000-8000-ffffffffffff'
const TOMORROW = '2026-11-21T12:00:00.000Z'

let world: Awaited<ReturnType<typeof aRestWorld>>
let jane: User
let bob: User
let editor: User
beforeEach(async () => {
  world = await aRestWorld()
  const { user } = world
  ;[jane, bob, editor] = [await user('jane', 'AUTHOR'), await user('bob'), await user('eve', 'EDITOR')]
})

const draft = async (owner = jane) => (await world.article(owner, 'A draft', { status: 'DRAFT' })).id

describe('C6.4 POST /api/articles', () => {
  const post = (body: object | string | null, as: User | null = jane, headers = {}) =>
    world.send('POST', '/api/articles', { as, body, headers })

  it('makes the caller the owner: 201, Location, the complete article and its entity tag', async () => {
    const answer = await post({ title: 'New', content: '# Text', tags: [' B ', 'a'] })
    const article = readBody(answer)
    expect(article).toMatchObject({
      title: 'New',
      content: '# Text',
      excerpt: 'Text',
      status: 'DRAFT',
      tags: ['b', 'a'],
      owner: { id: String(jane.id), username: 'jane', name: 'jane' },
      version: 1,
    })
    const path = `/api/articles/${article.id}`
    expect([answer.status, answer.headers['location']]).toEqual([201, path])
    const read = await world.send('GET', path, { as: jane })
    expect([read.body, read.headers['etag']]).toEqual([answer.body, answer.headers['etag']])
  })

  it('for another author needs the permission on all articles, and an existing author', async () => {
    const given = { title: 'For bob', content: 'x', authorId: String(bob.id) }
    expect(readCode(await post(given))).toEqual([403, 'FORBIDDEN'])
    expect(readBody(await post(given, editor)).owner.username).toBe('bob')
    expect(readCode(await post({ ...given, authorId: '999' }, editor))).toEqual([422, 'BAD_USER_INPUT'])
  })

  it('C2.1 accepts the id of the author as an integer or in decimal, and nothing else', async () => {
    for (const authorId of [bob.id, String(bob.id)])
      expect(readBody(await post({ title: 'For bob', content: 'x', authorId }, editor)).owner.username).toBe(
        'bob',
      )
    for (const authorId of [0, -1, 1.5, 2_147_483_648, '007', ' 7', true, null, [bob.id]])
      expect(readCode(await post({ title: 'For bob', content: 'x', authorId }, editor))).toEqual([
        422,
        'BAD_USER_INPUT',
      ])
  })

  it.each([
    ['401 before the body', null, '{', {}, [401, 'UNAUTHENTICATED']],
    ['403 before the body', 'bob', '{', {}, [403, 'FORBIDDEN']],
    ['406 before 415', 'jane', '{', { accept: 'text/html', 'content-type': 'a/b' }, [406, 'NOT_ACCEPTABLE']],
    ['415 before 400', 'jane', '{', { 'content-type': 'text/plain' }, [415, 'UNSUPPORTED_MEDIA_TYPE']],
    ['413', 'jane', null, {}, [413, 'PAYLOAD_TOO_LARGE']],
    ['400 for what is no JSON', 'jane', '{', {}, [400, 'BAD_REQUEST']],
    ['422 for what is no object', 'jane', '[]', {}, [422, 'BAD_USER_INPUT']],
    ['422 for what is missing', 'jane', '{"title": "x"}', {}, [422, 'BAD_USER_INPUT']],
    ['422 for unknown members', 'jane', '{"title":"x","content":"x","likes":9}', {}, [422, 'BAD_USER_INPUT']],
    [
      'the rights of a state before its text',
      'jane',
      '{"title":"","content":"x","status":"PUBLISHED"}',
      {},
      [403, 'FORBIDDEN'],
    ],
    [
      '409 for a state to begin in',
      'jane',
      '{"title":"x","content":"x","status":"ARCHIVED"}',
      {},
      [409, 'INVALID_TRANSITION'],
    ],
  ] as const)('C6.6 %s', async (_, who, body, headers, refusal) => {
    const as = who === null ? null : { jane, bob }[who]
    expect(readCode(await post(body, as, headers))).toEqual(refusal)
    expect(readBody(await world.send('GET', '/api/articles'))).toEqual([])
  })
})

describe('C6.4 PATCH /api/articles/{id}', () => {
  const patch = async (id: string, body: object | string, as: User | null = jane, headers = {}) =>
    world.send('PATCH', `/api/articles/${id}`, { as, body, headers })

  it('changes text and state in one version', async () => {
    const id = await draft()
    const answer = await patch(id, { title: 'Better', tags: ['x'], status: 'PUBLISHED' }, editor)
    expect(answer.status).toBe(200)
    expect(readBody(answer)).toMatchObject({ title: 'Better', tags: ['x'], status: 'PUBLISHED', version: 2 })
  })

  it('RFC 7396: null lets the excerpt follow the content again, and other members refuse null', async () => {
    const id = await draft()
    const merge = { 'content-type': 'application/merge-patch+json' }
    expect(readBody(await patch(id, { excerpt: 'Mine.' }, jane, merge)).excerpt).toBe('Mine.')
    expect(readBody(await patch(id, { excerpt: null }, jane, merge)).excerpt).toBe('Some text.')
    for (const member of ['title', 'content', 'tags', 'status'])
      expect(readCode(await patch(id, { [member]: null })), member).toEqual([422, 'BAD_USER_INPUT'])
  })

  it('C6.6 refuses in order, and writes nothing', async () => {
    const id = await draft()
    const published = (await world.article(jane, 'Out')).id
    const stale = { 'if-match': '"stale"' }
    const refusals = [
      [await patch(id, '{', null, stale), 401, 'UNAUTHENTICATED'],
      [await patch(id, '{', bob, stale), 404, 'NOT_FOUND'],
      [await patch(MISSING, '{', jane, stale), 404, 'NOT_FOUND'],
      [await patch('no-id', '{', jane, stale), 404, 'NOT_FOUND'],
      [await patch(published, '{', bob, stale), 403, 'FORBIDDEN'],
      [await patch(id, '{', jane, { accept: 'text/html' }), 406, 'NOT_ACCEPTABLE'],
      [await patch(id, '{', jane, { 'content-type': 'text/plain' }), 415, 'UNSUPPORTED_MEDIA_TYPE'],
      [await patch(id, '{', jane, stale), 400, 'BAD_REQUEST'],
      [await patch(id, { title: 5 }, jane, stale), 412, 'PRECONDITION_FAILED'],
      [await patch(id, { title: 5 }), 422, 'BAD_USER_INPUT'],
      [await patch(id, { status: 'ARCHIVED' }), 409, 'INVALID_TRANSITION'],
    ] as const
    for (const [answer, status, code] of refusals) expect(readCode(answer)).toEqual([status, code])
    expect(readBody(await world.send('GET', `/api/articles/${id}`)).version).toBe(1)
  })
})

describe('C6.8 the entity tag of an article', () => {
  const computeTag = async (id: string) =>
    (await world.send('GET', `/api/articles/${id}`)).headers['etag'] as string

  it('is required in If-Match by PATCH, DELETE and the schedule', async () => {
    const id = await draft()
    const etag = await computeTag(id)
    const send = (method: string, below: string, ifMatch: string, body: object | string = '') =>
      world.send(method, `/api/articles/${id}${below}`, { body, headers: { 'if-match': ifMatch } })
    const changed = await send('PATCH', '', etag, { title: 'Changed' })
    expect(changed.status).toBe(200)
    for (const [method, below, body] of [
      ['PATCH', '', { title: 'Again' }],
      ['DELETE', '', ''],
      ['PUT', '/schedule', { publishAt: TOMORROW }],
      ['DELETE', '/schedule', ''],
    ] as const)
      expect(readCode(await send(method, below, etag, body)), method).toEqual([412, 'PRECONDITION_FAILED'])
    expect((await send('DELETE', '', changed.headers['etag'] as string)).status).toBe(204)
  })

  it('C13.5 changes when the shown part of the owner changes, and If-Match compares the version alone', async () => {
    const id = await draft()
    const before = await computeTag(id)
    await world.send('PATCH', `/api/users/${jane.id}`, { body: { name: 'Jane D.' } })
    const after = await computeTag(id)
    expect(after).not.toBe(before)
    const patch = (ifMatch: string) =>
      world.send('PATCH', `/api/articles/${id}`, {
        body: { title: 'T' },
        headers: { 'if-match': ifMatch },
      })
    expect([(await patch(before)).status, (await patch(after)).status]).toEqual([200, 412])
  })

  it('is not changed by readers: counters are at /stats, whose read is not a view (C4.6)', async () => {
    const { id } = await world.article(jane, 'Out')
    const before = await computeTag(id)
    world.viewed.length = 0
    const stats = async () => world.send('GET', `/api/articles/${id}/stats`, { as: null })
    const first = await stats()
    expect(readBody(first)).toEqual({ views: 0, likes: 0, commentCount: 0 })
    const like = (method: string, as: User | null = bob) =>
      world.send(method, `/api/articles/${id}/like`, { as })
    expect([(await like('PUT')).status, (await like('PUT')).status]).toEqual([204, 204])
    const second = await stats()
    expect(readBody(second).likes).toBe(1)
    expect(second.headers['etag']).not.toBe(first.headers['etag'])
    expect([(await like('DELETE')).status, (await like('DELETE')).status]).toEqual([204, 204])
    expect((await stats()).headers['etag']).toBe(first.headers['etag'])
    expect(world.viewed).toEqual([])
    expect(await computeTag(id)).toBe(before)
    expect(readCode(await like('PUT', null))).toEqual([401, 'UNAUTHENTICATED'])
    expect(readCode(await world.send('GET', `/api/articles/${MISSING}/stats`))).toEqual([404, 'NOT_FOUND'])
  })
})

describe('C4.3 the schedule of an article', () => {
  const put = (id: string, body: object | string, as: User | null = editor) =>
    world.send('PUT', `/api/articles/${id}/schedule`, { as, body })

  it('is set and removed, and shows the article at its own address', async () => {
    const id = await draft()
    const answer = await put(id, { publishAt: TOMORROW })
    expect([answer.status, answer.headers['content-location']]).toEqual([200, `/api/articles/${id}`])
    expect(readBody(answer).scheduledFor).toBe(TOMORROW)
    const remove = () => world.send('DELETE', `/api/articles/${id}/schedule`, { as: editor })
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204])
    expect(readBody(await world.send('GET', `/api/articles/${id}`)).scheduledFor).toBeNull()
  })

  it('C6.6 refuses in order', async () => {
    const id = await draft()
    const published = (await world.article(jane, 'Out')).id
    const refusals = [
      [await put(id, '{', null), 401, 'UNAUTHENTICATED'],
      [await put(id, '{', bob), 404, 'NOT_FOUND'],
      [await put(id, '{', jane), 403, 'FORBIDDEN'],
      [await put(id, '{'), 400, 'BAD_REQUEST'],
      [await put(id, { publishAt: '2020-01-01T00:00:00Z' }), 422, 'BAD_USER_INPUT'],
      [await put(id, {}), 422, 'BAD_USER_INPUT'],
      [await put(published, { publishAt: TOMORROW }), 409, 'INVALID_TRANSITION'],
    ] as const
    for (const [answer, status, code] of refusals) expect(readCode(answer)).toEqual([status, code])
  })
})

describe('C4.6 the requests that count as a view', () => {
  it('a response that the client refuses is not a view', async () => {
    const { id } = await world.article(jane, 'Out')
    const get = (accept: string) =>
      world.send('GET', `/api/articles/${id}`, { as: null, headers: { accept } })
    expect((await get('text/html')).status).toBe(406)
    expect(world.viewed).toEqual([])
    await get('application/json')
    expect(world.viewed).toEqual([id])
  })
})

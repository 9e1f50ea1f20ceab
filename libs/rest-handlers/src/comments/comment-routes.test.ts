import type { Article, User } from '@content-service/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { aRestWorld, readBody, readCode } from '../testing/rest-world.ts'

let world: Awaited<ReturnType<typeof aRestWorld>>
let jane: User
let bob: User
let rita: User
let article: Article
beforeEach(async () => {
  world = await aRestWorld()
  const { user } = world
  ;[jane, bob, rita] = [await user('jane', 'AUTHOR'), await user('bob'), await user('rita')]
  article = await world.article(jane, 'Open')
})

const post = (body: object | string, as: User | null = bob, on: string = article.id) =>
  world.send('POST', `/api/articles/${on}/comments`, { as, body })
const withdraw = () => world.send('PATCH', `/api/articles/${article.id}`, { body: { status: 'ARCHIVED' } })

describe('C4.7 POST /api/articles/{id}/comments', () => {
  it('201 with the comment and its own address', async () => {
    const answer = await post({ content: 'Well said.' })
    const comment = readBody(answer)
    expect(comment).toEqual({
      id: expect.any(String),
      content: 'Well said.',
      author: { id: String(bob.id), username: 'bob', name: 'bob' },
      article: { id: article.id, title: article.title },
      version: 1,
      createdAt: expect.any(String),
      updatedAt: null,
    })
    expect([answer.status, answer.headers['location']]).toEqual([201, `/api/comments/${comment.id}`])
    const read = await world.send('GET', `/api/comments/${comment.id}`, { as: null })
    expect([read.body, read.headers['etag']]).toEqual([answer.body, answer.headers['etag']])
  })

  it('C6.6 refuses in order', async () => {
    const draft = await world.article(jane, 'A draft', { status: 'DRAFT' })
    const guest = await world.user('gil', 'GUEST')
    const refusals = [
      [await post('{', null), 401, 'UNAUTHENTICATED'],
      [await post('{', bob, draft.id), 404, 'NOT_FOUND'],
      [await post('{', bob, 'no-id'), 404, 'NOT_FOUND'],
      [await post('{', guest), 403, 'FORBIDDEN'],
      [await post('{'), 400, 'BAD_REQUEST'],
      [await post({ content: 5 }), 422, 'BAD_USER_INPUT'],
      [await post({ content: '' }), 422, 'BAD_USER_INPUT'],
      [await post({ content: '' }, jane, draft.id), 422, 'BAD_USER_INPUT'],
      [await post({ content: 'x' }, jane, draft.id), 409, 'CONFLICT'],
    ] as const
    for (const [answer, status, code] of refusals) expect(readCode(answer)).toEqual([status, code])
  })
})

describe('C6.3 GET /api/articles/{id}/comments', () => {
  it('lists the oldest first, in pages, with the total number', async () => {
    for (const content of ['1', '2', '3']) await post({ content })
    const path = `/api/articles/${article.id}/comments`
    const { body, headers } = await world.send('GET', `${path}?limit=2`, { as: null })
    expect(JSON.parse(body).map(({ content }: { content: string }) => content)).toEqual(['1', '2'])
    expect(headers['x-total-count']).toBe('3')
    expect(headers['link']).toContain(`<${path}?limit=2&page=2>; rel="next"`)
    expect(world.viewed).toEqual([])
  })

  it('C4.5 is NOT_FOUND for an unreadable article', async () => {
    const { id } = readBody(await post({ content: 'Soon gone.' }))
    await withdraw()
    for (const path of [`/api/articles/${article.id}/comments`, `/api/comments/${id}`]) {
      expect(readCode(await world.send('GET', path, { as: bob })), path).toEqual([404, 'NOT_FOUND'])
      expect((await world.send('GET', path, { as: jane })).status, path).toBe(200)
    }
  })
})

describe('C4.7 /api/comments/{id}', () => {
  it('the author of the comment edits it; null and other members are 422', async () => {
    const path = `/api/comments/${readBody(await post({ content: 'First.' })).id}`
    const patch = (body: object | string, as = bob) => world.send('PATCH', path, { as, body })
    expect(readBody(await patch({ content: 'Better.' }))).toMatchObject({ content: 'Better.', version: 2 })
    expect(readBody(await patch({}))).toMatchObject({ content: 'Better.', version: 2 })
    for (const body of [{ content: null }, { author: 'x' }, []])
      expect(readCode(await patch(body)), JSON.stringify(body)).toEqual([422, 'BAD_USER_INPUT'])
    expect(readCode(await patch('{', rita))).toEqual([403, 'FORBIDDEN'])
    expect(readCode(await patch('{', jane))).toEqual([403, 'FORBIDDEN'])
  })

  it('C6.8 If-Match protects a change of another client', async () => {
    const answer = await post({ content: 'First.' })
    const path = `/api/comments/${readBody(answer).id}`
    const send = (method: string, ifMatch: string | undefined, body: object | string = '') =>
      world.send(method, path, { as: bob, body, headers: { 'if-match': ifMatch } })
    const first = answer.headers['etag']
    const second = (await send('PATCH', first, { content: 'Second.' })).headers['etag']
    expect(readCode(await send('PATCH', first, { content: 'Third.' }))).toEqual([412, 'PRECONDITION_FAILED'])
    expect(readCode(await send('DELETE', first))).toEqual([412, 'PRECONDITION_FAILED'])
    expect((await send('DELETE', second)).status).toBe(204)
  })

  it.each([
    ['its author', 'bob', 204],
    ["the article's owner", 'jane', 204],
    ['the administrator', 'admin', 204],
    ['anybody else', 'rita', 403],
    ['nobody', 'nobody', 401],
  ] as const)('DELETE by %s', async (_, who, status) => {
    const path = `/api/comments/${readBody(await post({ content: 'Well.' })).id}`
    const as = { bob, jane, rita, admin: world.admin, nobody: null }[who]
    expect((await world.send('DELETE', path, { as })).status).toBe(status)
    const again = status === 204 ? 404 : 200
    expect((await world.send('GET', path)).status).toBe(again)
  })
})

import type { Article, User } from '@content-service/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { aRestWorld, readBody, readCode } from '../../testing/rest-world.ts'

let world: Awaited<ReturnType<typeof aRestWorld>>
let jane: User
let bob: User
let article: Article
beforeEach(async () => {
  world = await aRestWorld()
  ;[jane, bob] = [await world.user('jane', 'AUTHOR'), await world.user('bob', 'AUTHOR')]
  article = await world.article(jane, 'First', { status: 'DRAFT' })
})

const at = (below = '', of = article) => `/api/articles/${of.id}${below}`
const rename = (title: string, of = article) => world.send('PATCH', at('', of), { as: jane, body: { title } })
const newest = async (of = article) => readBody(await world.send('GET', at('/revisions', of)))[0].id

describe('C4.4 GET /api/articles/{id}/revisions', () => {
  it('lists newest first, without content; a single revision has its content', async () => {
    await rename('Second')
    await rename('Third')
    const answer = await world.send('GET', at('/revisions?limit=1'), { as: jane })
    const [revision] = readBody(answer)
    expect([readBody(answer).length, answer.headers['x-total-count']]).toEqual([1, '2'])
    expect(revision).toMatchObject({ title: 'Second', status: 'DRAFT', editor: { username: 'jane' } })
    expect(revision).not.toHaveProperty('content')
    const one = await world.send('GET', at(`/revisions/${revision.id}`), { as: jane })
    expect(readBody(one)).toMatchObject({ ...revision, content: 'Some text.' })
    const headers = { 'if-none-match': one.headers['etag'] }
    expect((await world.send('GET', at(`/revisions/${revision.id}`), { headers })).status).toBe(304)
  })

  it('is for callers who may write the article', async () => {
    await rename('Second')
    const published = await world.article(jane, 'Out')
    for (const [as, of, status, code] of [
      [null, published, 401, 'UNAUTHENTICATED'],
      [bob, published, 403, 'FORBIDDEN'],
      [bob, article, 404, 'NOT_FOUND'],
    ] as const)
      expect(readCode(await world.send('GET', at('/revisions', of), { as }))).toEqual([status, code])
    const elsewhere = at(`/revisions/${await newest()}`, published)
    expect(readCode(await world.send('GET', elsewhere))).toEqual([404, 'NOT_FOUND'])
  })
})

describe('C4.4 POST /api/articles/{id}/revisions/{id}/restoration', () => {
  const restore = async (more: Parameters<typeof world.send>[2] = {}, of = article) =>
    world.send('POST', at(`/revisions/${await newest()}/restoration`, of), { as: jane, ...more })

  it('restores the text, and shows the article at its own address', async () => {
    await rename('Second')
    const answer = await restore()
    expect([answer.status, answer.headers['content-location']]).toEqual([200, at()])
    expect(readBody(answer)).toMatchObject({ title: 'First', version: 3 })
  })

  it('refuses another article, a stale tag, a client that does not accept JSON, and a caller who may not write', async () => {
    const etag = (await world.send('GET', at())).headers['etag']
    await rename('Second')
    const other = await world.article(jane, 'Another', { status: 'DRAFT' })
    const refusals = [
      [await restore({ as: null }), 401, 'UNAUTHENTICATED'],
      [await restore({ as: bob }), 404, 'NOT_FOUND'],
      [await restore({}, other), 404, 'NOT_FOUND'],
      [await restore({ headers: { accept: 'text/html' } }), 406, 'NOT_ACCEPTABLE'],
      [await restore({ headers: { 'if-match': etag } }), 412, 'PRECONDITION_FAILED'],
    ] as const
    for (const [answer, status, code] of refusals) expect(readCode(answer)).toEqual([status, code])
    expect(readBody(await world.send('GET', at())).title).toBe('Second')
  })
})

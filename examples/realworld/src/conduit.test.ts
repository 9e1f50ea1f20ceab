import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import jwt from 'jsonwebtoken'
import { startConduit } from './main.ts'

const PASSWORD = 'password123'
const ARTICLE = { title: 'How to train your dragon', description: 'Ever wonder how?', body: 'Believe.' }

describe('Conduit', { concurrency: false }, () => {
  let folder: string
  let conduit: Awaited<ReturnType<typeof startConduit>>
  let ada: string
  let bob: string
  let slug: string

  const request = async (method: string, path: string, token: string | null, body?: unknown) => {
    const response = await fetch(`${conduit.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Token ${token}` }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    // The tests look into JSON of any form.
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
  const call = (method: string, path: string, token: string | null = null, body?: unknown) =>
    request(method, `/api${path}`, token, body)
  const register = async (username: string, more: object = {}): Promise<string> => {
    const user = { username, email: `${username}@example.org`, password: PASSWORD, ...more }
    return (await call('POST', '/users', null, { user })).body.user.token
  }
  /** The roles of a user, from the GraphQL interface of the service. */
  const readOwn = async (token: string) => {
    const response = await fetch(`${conduit.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: '{ currentUser { role roles } }' }),
    })
    const { data } = (await response.json()) as { readonly data: { readonly currentUser: unknown } }
    return data.currentUser
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'realworld-example-'))
    conduit = await startConduit({
      DATA_DIR: join(folder, 'data'),
      HOST: '127.0.0.1',
      PORT: '0',
      JWT_SECRET: 'a secret of thirty-two bytes or more',
      RATE_LIMIT: '10000',
      RATE_LIMIT_ANONYMOUS: '10000',
      LOG_LEVEL: 'error',
    })
    ;[ada, bob] = [await register('ada'), await register('bob')]
    slug = (await call('POST', '/articles', ada, { article: ARTICLE })).body.article.slug
  })
  after(async () => {
    await conduit.stop()
    await rm(folder, { recursive: true })
  })

  it('shows an article of a followed author in the feed, and counts a favourite once', async () => {
    assert.equal((await call('POST', '/profiles/ada/follow', bob)).body.profile.following, true)
    const { articles, articlesCount } = (await call('GET', '/articles/feed', bob)).body
    assert.deepEqual([articlesCount, articles[0].slug], [1, slug])
    await call('POST', `/articles/${slug}/favorite`, bob)
    const { article } = (await call('POST', `/articles/${slug}/favorite`, bob)).body
    assert.deepEqual([article.favorited, article.favoritesCount], [true, 1])
    assert.equal((await call('GET', '/articles?favorited=bob')).body.articlesCount, 1)
    assert.equal((await call('GET', '/articles?favorited=nobody')).body.articlesCount, 0)
  })

  it('shows the same article over GraphQL, with the slug as a field of its type', async () => {
    const { body } = await request('POST', '/graphql', null, { query: '{ articles { title slug } }' })
    assert.deepEqual(body.data.articles, [{ title: ARTICLE.title, slug }])
  })

  it('keeps the articles and comments of other users', async () => {
    const { comment } = (await call('POST', `/articles/${slug}/comments`, ada, { comment: { body: 'Mine' } }))
      .body
    const change = { article: { title: 'Taken' } }
    assert.equal((await call('PUT', `/articles/${slug}`, bob, change)).status, 403)
    assert.equal((await call('DELETE', `/articles/${slug}`, bob)).status, 403)
    assert.equal((await call('DELETE', `/articles/${slug}/comments/${comment.id}`, bob)).status, 403)
    assert.equal((await call('DELETE', `/articles/${slug}/comments/${comment.id}`, ada)).status, 204)
    assert.equal((await call('GET', `/articles/${slug}`)).body.article.title, ARTICLE.title)
  })

  it('takes no role, owner or slug from a body', async () => {
    const eve = await register('eve', {
      role: 'ADMIN',
      roles: ['ADMIN'],
      permissions: ['users:write'],
      id: 1,
    })
    await call('PUT', '/user', eve, { user: { bio: 'x', role: 'ADMIN', roles: ['ADMIN'] } })
    const given = { ...ARTICLE, ownerId: 1, owner: { username: 'ada' }, slug, likes: 99, status: 'DRAFT' }
    const { article } = (await call('POST', '/articles', eve, { article: given })).body
    assert.deepEqual([article.author.username, article.favoritesCount], ['eve', 0])
    assert.notEqual(article.slug, slug)
    assert.deepEqual(await readOwn(eve), { role: 'READER', roles: ['READER'] })
  })

  for (const [name, user] of Object.entries({
    'a number as name': { username: 7, email: 'x@example.org', password: PASSWORD },
    'a list as password': { username: 'x', email: 'x@example.org', password: [PASSWORD] },
    'a password of seven characters': { username: 'x', email: 'x@example.org', password: '1234567' },
    'a password of 65 characters': { username: 'x', email: 'x@example.org', password: 'x'.repeat(65) },
    'NUL in a name': { username: 'x\u0000', email: 'x@example.org', password: PASSWORD },
    'an address that is none': { username: 'x', email: 'x', password: PASSWORD },
    nothing: {},
    'a list': [],
  }))
    it(`refuses ${name} at sign-up, with the name of the field`, async () => {
      const { status, body } = await call('POST', '/users', null, { user })
      assert.equal(status, 422)
      assert.ok(Object.keys(body.errors).every((field) => ['username', 'email', 'password'].includes(field)))
    })

  for (const body of ['{', '[]', 'null', '{"__proto__":{"article":{}}}', '{"article":{"title":{"a":1}}}'])
    it(`answers ${body} with a refusal`, async () => {
      const { status } = await call('POST', '/articles', ada, body)
      assert.ok(status === 400 || status === 422, `the status is ${status}`)
    })

  for (const query of ['limit=-1', 'limit=1e9', 'offset=x', 'limit=1&limit=2'])
    it(`refuses the query ${query}`, async () => {
      assert.equal((await call('GET', `/articles?${query}`)).status, 422)
    })

  it('refuses a token of another secret, an unsigned token and no token', async () => {
    const forged = jwt.sign({ sub: '2' }, 'another secret of thirty-two bytes')
    const unsigned = jwt.sign({ sub: '2' }, null, { algorithm: 'none' })
    for (const token of [forged, unsigned, null])
      assert.equal((await call('GET', '/user', token)).status, 401)
  })

  it('answers an unknown address with 404', async () => {
    assert.equal((await call('GET', '/nothing')).status, 404)
  })
})

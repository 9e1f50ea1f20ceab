import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requirePermission } from './express.ts'
import { article, blogPolicy, user } from './testing/blog.ts'

const policy = blogPolicy()
const articles = new Map([
  ['1', article({ id: 1, ownerId: 7 })],
  ['2', article({ id: 2, ownerId: 8 })],
])
const people = new Map([
  ['author', user(7, 'AUTHOR')],
  ['editor', user(8, 'EDITOR')],
  ['guest', user(null, 'GUEST')],
])
let loads = 0

const app = express()
app.use((request, _, next) => {
  Object.assign(request, { user: people.get(request.get('x-user') ?? '') })
  next()
})
app.delete(
  '/articles/:id',
  requirePermission(policy, 'articles:delete'),
  (_, response) => void response.json({ done: true }),
)
app.put(
  '/articles/:id',
  requirePermission(policy, 'articles:write', async (request: express.Request) => {
    loads += 1
    if (request.params.id === 'broken') throw new Error('the database is away')
    return articles.get(String(request.params.id))
  }),
  (_, response) =>
    void response.json({ id: response.locals.resource.id, reason: response.locals.decision.reason }),
)
app.use((error: Error, _: express.Request, response: express.Response, _next: express.NextFunction) => {
  response.status(500).json({ error: error.message })
})

let server: ReturnType<typeof app.listen>
beforeAll(async () => {
  server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
})
afterAll(() => server.close())

const ask = async (method: string, path: string, who = '') => {
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { 'x-user': who } })
  return [response.status, await response.json()]
}
const body = (error: string, code: string, permission: string) => ({ error, code, permission })

describe('requirePermission', () => {
  it('lets through whoever has the permission', async () => {
    expect(await ask('DELETE', '/articles/1', 'editor')).toEqual([200, { done: true }])
  })

  it.each(['', 'guest'])('answers 401 when nobody is signed in (%j)', async (who) => {
    const expected = body('Missing permission: articles:delete', 'UNAUTHENTICATED', 'articles:delete')
    expect(await ask('DELETE', '/articles/1', who)).toEqual([401, expected])
  })

  it('answers 403 to whoever lacks it', async () => {
    const expected = body('Missing permission: articles:delete', 'FORBIDDEN', 'articles:delete')
    expect(await ask('DELETE', '/articles/1', 'author')).toEqual([403, expected])
  })

  it('decides on the loaded resource, and passes it on with the decision', async () => {
    expect(await ask('PUT', '/articles/1', 'author')).toEqual([200, { id: 1, reason: 'allowed' }])
    expect((await ask('PUT', '/articles/2', 'author'))[0]).toBe(403)
    expect((await ask('PUT', '/articles/2', 'editor'))[0]).toBe(200)
  })

  it('answers 404 when there is nothing to load, but not to those who may load nothing', async () => {
    expect(await ask('PUT', '/articles/3', 'author')).toEqual([
      404,
      body('Not found', 'NOT_FOUND', 'articles:write'),
    ])
    loads = 0
    expect((await ask('PUT', '/articles/3'))[0]).toBe(401)
    expect(loads).toBe(0)
  })

  it('leaves errors of the loader to Express', async () => {
    expect(await ask('PUT', '/articles/broken', 'editor')).toEqual([500, { error: 'the database is away' }])
  })
})

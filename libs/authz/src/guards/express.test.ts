import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { article, blogPolicy, user } from '../../tests/support/blog.ts'
import { permissionFilter, requirePermission } from './express.ts'

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
const hidden = { forbiddenStatus: 404 } as const
const load = (request: express.Request) => articles.get(String(request.params.id))
app.put('/hidden/:id', requirePermission(policy, 'articles:write', load, hidden), (_, response) => {
  response.json({ done: true })
})
app.get('/hidden/:id', requirePermission(policy, 'articles:read', load, hidden), (_, response) => {
  response.json({ done: true })
})
app.get('/articles', permissionFilter(policy, 'articles:read'), (_, response) => {
  response.json(response.locals.filter)
})
app.get('/trash', permissionFilter(policy, 'articles:delete', hidden), (_, response) => {
  response.json(response.locals.filter)
})
const throwing = (name: string) => ({
  get [name](): never {
    throw new Error('not loaded')
  },
})
app.get(
  '/unreadable/:name',
  (request, _, next) => {
    const { name } = request.params
    Object.assign(request, { user: { id: 1, roles: ['EDITOR'] } })
    const target = name === 'user' ? request : (request as unknown as { user: object }).user
    Object.defineProperties(target, Object.getOwnPropertyDescriptors(throwing(name)))
    next()
  },
  requirePermission(policy, 'articles:delete'),
  (_, response) => void response.json({ done: true }),
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

const send = async (method: string, path: string, who = '') => {
  const { port } = server.address() as AddressInfo
  return fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { 'x-user': who } })
}
const ask = async (method: string, path: string, who = '') => {
  const response = await send(method, path, who)
  return [response.status, await response.json()]
}
/** The status, the headers and the body of a response. The date changes with time. */
const readAll = async (method: string, path: string, who: string) => {
  const response = await send(method, path, who)
  const headers = [...response.headers].filter(([name]) => name !== 'date')
  return { status: response.status, headers, body: await response.text() }
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

  it.each(['id', 'roles', 'permissions', 'restrictedTo', 'user'])(
    'answers 401 if the subject cannot be read, because %s throws',
    async (name) => {
      expect((await ask('GET', `/unreadable/${name}`))[0]).toBe(401)
    },
  )
})

describe('requirePermission with 404 instead of 403', () => {
  it('answers the same for a forbidden resource and for a missing one', async () => {
    for (const [method, who, status] of [
      ['PUT', 'author', 404],
      ['GET', 'author', 404],
      ['GET', 'guest', 401],
      ['PUT', 'guest', 401],
      ['GET', '', 401],
    ] as const) {
      const forbidden = await readAll(method, '/hidden/2', who)
      expect(forbidden.status).toBe(status)
      expect(await readAll(method, '/hidden/3', who)).toEqual(forbidden)
    }
    expect(await ask('PUT', '/hidden/2', 'author')).toEqual([
      404,
      body('Not found', 'NOT_FOUND', 'articles:write'),
    ])
  })

  it('lets allowed requests through', async () => {
    expect(await ask('PUT', '/hidden/1', 'author')).toEqual([200, { done: true }])
    expect((await ask('PUT', '/hidden/3', 'editor'))[0]).toBe(404)
  })
})

describe('permissionFilter', () => {
  it('passes the filter of the subject on', async () => {
    expect(await ask('GET', '/articles', 'author')).toEqual([
      200,
      JSON.parse(JSON.stringify(policy.filter(user(7, 'AUTHOR'), 'articles:read'))),
    ])
    expect(await ask('GET', '/articles', 'editor')).toEqual([200, { kind: 'always' }])
  })

  it('refuses a subject that can have the permission for no row', async () => {
    const refused = body('Missing permission: articles:read', 'UNAUTHENTICATED', 'articles:read')
    expect(await ask('GET', '/articles')).toEqual([401, refused])
    expect((await ask('GET', '/trash', 'guest'))[0]).toBe(401)
    expect(await ask('GET', '/trash', 'author')).toEqual([
      404,
      body('Not found', 'NOT_FOUND', 'articles:delete'),
    ])
  })
})

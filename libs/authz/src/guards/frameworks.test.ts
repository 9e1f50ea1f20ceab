import * as nest from '@nestjs/common'
import fastifyServer, { type FastifyRequest } from 'fastify'
import { Hono, type Context } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import { article, blogPolicy, user } from '../../tests/support/blog.ts'
import { type Route, startNest } from '../../tests/support/nest.ts'
import * as fastifyGuards from './fastify.ts'
import * as fetchGuards from './fetch.ts'
import type { Listed, Permitted } from './guard.ts'
import * as honoGuards from './hono.ts'
import * as nestGuards from './nest.ts'

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
const hidden = { forbiddenStatus: 404 } as const

function find(id: string | undefined) {
  if (id === 'broken') throw new Error('the database is away')
  return articles.get(id ?? '')
}
/** The parts of `access` that a response can show. */
const show = ({ resource, decision, filter }: Partial<Permitted<{ id: number }> & Listed>) => ({
  ...(filter && { filter }),
  ...(decision && { id: resource?.id, reason: decision.reason }),
})

const fastify = fastifyServer()
fastify.decorateRequest('access')
fastify.decorateRequest('user')
fastify.addHook('onRequest', async (request) => {
  Object.assign(request, { user: people.get(String(request.headers['x-user'])) })
})
const findFor = (request: FastifyRequest) => find((request.params as { readonly id: string }).id)
const answer = async (request: FastifyRequest) => show(request.getDecorator('access'))
const { requirePermission, permissionFilter } = fastifyGuards
fastify.delete('/articles/:id', { preHandler: requirePermission(policy, 'articles:delete') }, answer)
fastify.put('/articles/:id', { preHandler: requirePermission(policy, 'articles:write', findFor) }, answer)
fastify.put(
  '/hidden/:id',
  { preHandler: requirePermission(policy, 'articles:write', findFor, hidden) },
  answer,
)
fastify.get('/articles', { preHandler: permissionFilter(policy, 'articles:read') }, answer)
afterAll(() => fastify.close())

type Env = { Variables: { user: ReturnType<typeof user> | undefined; access: object } }
const hono = new Hono<Env>()
hono.use(async (c, next) => {
  c.set('user', people.get(c.req.header('x-user') ?? ''))
  await next()
})
hono.onError(() => new Response('', { status: 500 }))
const findIn = (c: Context<Env>) => find(c.req.param('id'))
const answerIn = (c: Context<Env>) => c.json(show(c.get('access')))
hono.delete('/articles/:id', honoGuards.requirePermission(policy, 'articles:delete'), answerIn)
hono.put('/articles/:id', honoGuards.requirePermission(policy, 'articles:write', findIn), answerIn)
hono.put('/hidden/:id', honoGuards.requirePermission(policy, 'articles:write', findIn, hidden), answerIn)
hono.get('/articles', honoGuards.permissionFilter(policy, 'articles:read'), answerIn)

type NestRequest = { readonly params: { readonly id: string } }
const findInNest = ({ params }: NestRequest) => find(params.id)
const nestRoute = (method: Route['method'], path: string, guard: nestGuards.NestGuard): Route => ({
  method,
  path,
  guard,
})
const nestApp = await startNest({
  findUser: (name) => people.get(name),
  answer: ({ access }: { readonly access?: object }) => show(access ?? {}),
  routes: [
    nestRoute(
      'Delete',
      'articles/:id',
      nestGuards.requirePermission(policy, 'articles:delete', undefined, { nest }),
    ),
    nestRoute(
      'Put',
      'articles/:id',
      nestGuards.requirePermission(policy, 'articles:write', findInNest, { nest }),
    ),
    nestRoute(
      'Put',
      'hidden/:id',
      nestGuards.requirePermission(policy, 'articles:write', findInNest, { nest, ...hidden }),
    ),
    nestRoute('Get', 'articles', nestGuards.permissionFilter(policy, 'articles:read', { nest })),
  ],
})
afterAll(() => nestApp.close())

const options = { subject: (request: Request) => people.get(request.headers.get('x-user') ?? '') }
const findOf = (request: Request) => find(new URL(request.url).pathname.split('/').at(-1))
const checks: Record<string, (request: Request) => Promise<object>> = {
  'DELETE articles': fetchGuards.requirePermission(policy, 'articles:delete', undefined, options),
  'PUT articles': fetchGuards.requirePermission(policy, 'articles:write', findOf, options),
  'PUT hidden': fetchGuards.requirePermission(policy, 'articles:write', findOf, { ...options, ...hidden }),
  'GET articles': fetchGuards.permissionFilter(policy, 'articles:read', options),
}
async function handle(request: Request): Promise<Response> {
  const [, folder] = new URL(request.url).pathname.split('/')
  const result = await checks[`${request.method} ${folder}`]?.(request)
  return result instanceof Response ? result : Response.json(show(result ?? {}))
}

const send = {
  Fastify: async (method: 'GET', url: string, headers: Record<string, string>) => {
    const { statusCode, body } = await fastify.inject({ method, url, headers })
    return [statusCode, JSON.parse(body)]
  },
  Hono: async (method: string, url: string, headers: Record<string, string>) => {
    const response = await hono.request(url, { method, headers })
    return [response.status, JSON.parse((await response.text()) || '{}')]
  },
  Nest: async (method: string, url: string, headers: Record<string, string>) => {
    const response = await fetch(`${nestApp.url}${url}`, { method, headers })
    return [response.status, await response.json()]
  },
  Fetch: async (method: string, url: string, headers: Record<string, string>) => {
    try {
      const response = await handle(new Request(`http://a.test${url}`, { method, headers }))
      return [response.status, await response.json()]
    } catch {
      return [500, {}]
    }
  },
}

const refused = (code: string, permission: string) => ({
  error: `Missing permission: ${permission}`,
  code,
  permission,
})
const missing = { error: 'Not found', code: 'NOT_FOUND', permission: 'articles:write' }

describe.each(['Fastify', 'Hono', 'Nest', 'Fetch'] as const)('the guards for %s', (framework) => {
  it.each([
    ['DELETE /articles/1', 'editor', 200, { reason: 'allowed' }],
    ['DELETE /articles/1', '', 401, refused('UNAUTHENTICATED', 'articles:delete')],
    ['DELETE /articles/1', 'guest', 401, refused('UNAUTHENTICATED', 'articles:delete')],
    ['DELETE /articles/1', 'author', 403, refused('FORBIDDEN', 'articles:delete')],
    ['PUT /articles/1', 'author', 200, { id: 1, reason: 'allowed' }],
    ['PUT /articles/2', 'author', 403, refused('FORBIDDEN', 'articles:write')],
    ['PUT /articles/3', 'author', 404, missing],
    ['PUT /hidden/2', 'author', 404, missing],
    ['PUT /hidden/3', 'author', 404, missing],
    ['PUT /hidden/1', 'author', 200, { id: 1, reason: 'allowed' }],
    ['PUT /articles/broken', 'guest', 401, refused('UNAUTHENTICATED', 'articles:write')],
    ['GET /articles', 'editor', 200, { filter: { kind: 'always' } }],
    ['GET /articles', '', 401, refused('UNAUTHENTICATED', 'articles:read')],
  ])('%s as %j: %i', async (request, who, status, body) => {
    const [method = '', url = ''] = request.split(' ')
    expect(await send[framework](method as 'GET', url, { 'x-user': who })).toEqual([status, body])
  })

  it('leaves errors of the loader to the framework', async () => {
    const [status] = await send[framework]('PUT' as 'GET', '/articles/broken', { 'x-user': 'editor' })
    expect(status).toBe(500)
  })
})

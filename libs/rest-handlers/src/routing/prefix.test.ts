import { aContext, aUser, callerOf } from '@content-service/domain/testing'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../openapi/document.ts'
import { createRestHandler } from '../service/rest-handler.ts'
import { createRequest } from '../testing/rest-request.ts'

const options = {
  baseUrl: 'https://team.example',
  report: (error: unknown) => expect.unreachable(String(error)),
  requireIfMatch: false,
}

describe('the interface at another path', async () => {
  const rest = createRestHandler({ ...options, prefix: '/content/v1' })
  const context = aContext()
  const admin = await context.stores.users.add(aUser('admin', 'ADMIN'), null)
  const send = (method: string, path: string, body?: object, headers = {}) => {
    const bytes = new TextEncoder().encode(body && JSON.stringify(body))
    return rest(createRequest(method, path, { headers, body: bytes }), {
      ...context,
      caller: callerOf(admin),
    })
  }

  it('has its routes there, and not at /api', async () => {
    expect((await send('GET', '/content/v1/users')).status).toBe(200)
    expect((await send('GET', '/api/users')).status).toBe(404)
    expect((await send('GET', '/content/v1x/users')).status).toBe(404)
  })

  it('names its addresses in Location, Content-Location and Link, in a replay too', async () => {
    const once = { 'idempotency-key': 'a-key' }
    const create = () => send('POST', '/content/v1/articles', { title: 'Here', content: 'Text.' }, once)
    const { status, headers } = await create()
    expect([status, headers['location']]).toEqual([201, expect.stringMatching(/^\/content\/v1\/articles\//)])
    expect((await create()).headers['location']).toBe(headers['location'])
    const location = headers['location'] ?? ''
    await send('PATCH', location, { status: 'REVIEW' })
    const scheduled = await send('PUT', `${location}/schedule`, { publishAt: '2027-01-01T00:00:00Z' })
    expect([scheduled.status, scheduled.headers['content-location']]).toEqual([200, location])
    expect((await send('GET', '/content/v1/articles?limit=1')).headers['link']).toContain(
      '</content/v1/articles?',
    )
  })

  it('C12.12 knows there, too, which bodies it needs', () => {
    const needsBody = (method: string, path: string) => rest.needsBody({ method, path }, aContext())
    // A stranger resets a password, and writes no articles.
    expect(needsBody('POST', '/content/v1/users/password-resets')).toBe(true)
    expect(needsBody('POST', '/content/v1/articles')).toBe(false)
    expect(needsBody('POST', '/api/users/password-resets')).toBe(false)
  })

  it('has an OpenAPI document with these paths', () => {
    const { paths, info } = openApiDocument({ ...options, prefix: '/content/v1' })
    expect(Object.keys(paths).every((path) => path.startsWith('/content/v1/'))).toBe(true)
    expect(info.description).toContain('https://team.example/content/v1/users')
    expect(info.description).not.toContain('/api/')
  })

  it.each(['content', '/content/', '/', '', '/a b'])('refuses the prefix %j', (prefix) => {
    expect(() => createRestHandler({ ...options, prefix })).toThrow('must be a path such as /content/v1')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

const APP = 'https://app.example.org'
const STRANGER = 'https://evil.example.org'

const preflight = (service: TestService, path: string, origin: string, headers = {}) =>
  service.call('OPTIONS', path, {
    as: null,
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type,if-match,traceparent',
      ...headers,
    },
  })

const corsHeaders = (headers: Headers): readonly string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'))

describe('C10.2 CORS_ORIGINS', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService('PostgreSQL', { CORS_ORIGINS: `${APP}, http://localhost:5173` })
  }, 30_000)
  afterAll(() => service.stop())

  it.each(['/api/users/7', '/graphql', '/oauth/token'])(
    'a preflight for %s gets the allowed methods and headers',
    async (path) => {
      const { status, headers } = await preflight(service, path, APP)
      expect([status, headers.get('allow')]).toEqual([200, expect.stringContaining('OPTIONS')])
      expect(headers.get('access-control-allow-origin')).toBe(APP)
      expect(headers.get('access-control-allow-methods')?.split(',')).toEqual(
        expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      )
      expect(headers.get('access-control-allow-headers')).toBe(
        'authorization,content-type,if-match,traceparent',
      )
      expect(headers.get('access-control-max-age')).toBe('7200')
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      expect(headers.get('vary')).toContain('Origin')
      expect(headers.get('x-ratelimit-limit')).not.toBeNull()
    },
  )

  it.each([
    ['GET', '/api/articles', 200],
    ['GET', '/api/users', 401],
    ['GET', '/api/nothing', 404],
    ['POST', '/graphql', 200],
    ['GET', '/oauth/jwks', 200],
    ['POST', '/oauth/token', 415],
    ['GET', '/.well-known/oauth-authorization-server', 200],
  ])('%s %s, whose status is %i, can be read by a page of a listed origin', async (method, path, status) => {
    const body = method === 'POST' ? { query: '{ __typename }' } : undefined
    const answer = await service.call(method, path, { as: null, body, headers: { origin: APP } })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, APP])
    expect(answer.headers.get('access-control-expose-headers')?.split(',')).toEqual(
      expect.arrayContaining([
        'ETag',
        'Link',
        'Location',
        'RateLimit',
        'Retry-After',
        'WWW-Authenticate',
        'X-Total-Count',
      ]),
    )
  })

  it('Vary names Origin, in addition to the other headers', async () => {
    for (const origin of [APP, STRANGER]) {
      const { headers } = await service.call('GET', '/api/articles', { headers: { origin } })
      expect(headers.get('vary')?.split(', ').toSorted()).toEqual([
        'Accept',
        'Authorization',
        'Origin',
        'X-API-Key',
      ])
    }
    expect((await service.call('GET', '/api/articles')).headers.get('vary')).toContain('Origin')
  })

  it.each([
    STRANGER,
    'null',
    `${APP}.evil.example`,
    'http://app.example.org',
    'https://app.example.org:8443',
    '*',
  ])('the origin %s gets no CORS header', async (origin) => {
    const { status, headers } = await service.call('GET', '/api/articles', { headers: { origin } })
    expect([status, corsHeaders(headers)]).toEqual([200, []])
    const refused = await preflight(service, '/api/users', origin)
    expect([refused.status, refused.headers.get('allow'), corsHeaders(refused.headers)]).toEqual([
      200,
      'GET, POST, HEAD, OPTIONS',
      [],
    ])
  })

  it('OPTIONS without a preflight answers as usual, C6.4', async () => {
    const { status, headers } = await service.call('OPTIONS', '/api/users', { headers: { origin: APP } })
    expect([status, headers.get('allow')]).toEqual([200, 'GET, POST, HEAD, OPTIONS'])
  })

  it('RFC 9700 2.6: no script can read the authorization endpoint', async () => {
    for (const path of ['/oauth/authorize', '/oauth/authorize?client_id=app', '/OAuth/Authorize'])
      expect(corsHeaders((await preflight(service, path, APP)).headers)).toEqual([])
  })
})

describe('C10.2 CORS_ORIGINS as a whole', { timeout: 30_000 }, () => {
  const useOrigins = async (
    settings: Readonly<Record<string, string>>,
    use: (service: TestService) => Promise<void>,
  ) => {
    const service = await startTestService('PostgreSQL', settings)
    try {
      await use(service)
    } finally {
      await service.stop()
    }
  }

  it('* allows every origin, without credentials mode', async () => {
    await useOrigins({ CORS_ORIGINS: '*' }, async (service) => {
      const { headers } = await service.call('GET', '/api/articles', { headers: { origin: STRANGER } })
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      expect(headers.get('vary')).not.toContain('Origin')
      const asked = await preflight(service, '/graphql', STRANGER)
      expect(asked.headers.get('access-control-allow-origin')).toBe('*')
    })
  })

  it('allows no origin by default', async () => {
    await useOrigins({}, async (service) => {
      const { headers } = await service.call('GET', '/api/articles', { headers: { origin: APP } })
      expect([corsHeaders(headers), headers.get('vary')]).toEqual([[], 'Authorization, X-API-Key, Accept'])
      expect(corsHeaders((await preflight(service, '/graphql', APP)).headers)).toEqual([])
    })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../tests/support/service.ts'

const PATH = '/api/openapi.json'

describe('C1 the OpenAPI document over HTTP', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService('PostgreSQL', { BASE_URL: 'https://content.example' })
  }, 60_000)
  afterAll(() => service.stop())

  const read = (headers = {}, method = 'GET') => service.call(method, PATH, { as: null, headers })

  it('is public, with the addresses of the service', async () => {
    const { status, headers, body } = await read()
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(body.servers).toMatchObject([{ url: 'https://content.example' }])
    expect(body.components.securitySchemes.OAuth2.flows.password.tokenUrl).toBe(
      'https://content.example/oauth/token',
    )
  })

  it('can be cached, and is not sent again to a client with the same version', async () => {
    const { headers } = await read()
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    const etag = headers.get('etag') ?? ''
    const again = await read({ 'if-none-match': etag, 'cache-control': 'max-age=0' })
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag])
  })

  it('accepts GET, HEAD and OPTIONS, like its page', async () => {
    expect((await read({}, 'HEAD')).body).toBe('')
    for (const path of [PATH, '/api/docs']) {
      const options = await service.call('OPTIONS', path, { as: null })
      expect([options.status, options.headers.get('allow')]).toEqual([200, 'GET, HEAD, OPTIONS'])
      expect((await service.call('POST', path, { as: null })).status).toBe(405)
    }
  })
})

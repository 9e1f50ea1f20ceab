import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

let [behindProxy, alone]: TestService[] = []
beforeAll(async () => {
  behindProxy = await startTestService('PostgreSQL', { TRUST_PROXY: '127.0.0.1' })
  alone = await startTestService()
}, 30_000)
afterAll(() => Promise.all([behindProxy, alone].map((service) => service?.stop())))

describe('5 rule 6, C10.5: Strict-Transport-Security', () => {
  const header = async (service: TestService | undefined, proto: string | null, path = '/api/articles') => {
    const headers: Record<string, string> = proto === null ? {} : { 'x-forwarded-proto': proto }
    const answer = await service?.call('GET', path, { as: null, headers })
    return answer?.headers.get('strict-transport-security')
  }

  it.each(['/api/articles', '/graphql', '/oauth/jwks', '/healthz', '/nothing'])(
    'is sent over TLS, here for %s',
    async (path) =>
      expect(await header(behindProxy, 'https', path)).toBe('max-age=31536000; includeSubDomains'),
  )

  it('is not sent over plain HTTP, and a header of a stranger does not change this', async () => {
    expect(await header(behindProxy, null)).toBeNull()
    expect(await header(behindProxy, 'http')).toBeNull()
    expect(await header(alone, 'https')).toBeNull()
  })
})

describe('5 rule 5, C7.1: a token in an address', () => {
  it.each([
    '/api/articles?access_token=x',
    '/graphql?query={__typename}&access_token=x',
    '/api/users?access_token',
  ])('a parameter access_token is refused: %s', async (path) => {
    const answer = await alone?.call('GET', path, { as: null })
    expect([answer?.status, answer?.body.code]).toEqual([400, 'BAD_REQUEST'])
    expect(answer?.body.error).toMatch(/header/)
  })

  it('a parameter with another name is ignored', async () => {
    const answer = await alone?.call('GET', '/graphql?query={currentUser{id}}&token=x&api_key=csk_x', {
      as: null,
    })
    expect(answer?.body.data).toEqual({ currentUser: null })
  })
})

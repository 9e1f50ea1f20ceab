import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  ADMIN_PASSWORD,
  AS_ADMIN,
  basic,
  startTestService,
  type Answer,
  type TestService,
} from '../support/service.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService('PostgreSQL', { TRUST_PROXY: '127.0.0.1' })
})
afterEach(() => service.stop())

/** An attempt by Basic from an address that a proxy names. */
const from = (address: string, as: string, path = '/api/users'): Promise<Answer> =>
  service.call('GET', path, { as, headers: { 'x-forwarded-for': address } })
const wrong = (login: string): string => basic(login, 'wrong')
const failTenTimes = async (address: string, login: string): Promise<void> => {
  for (let index = 0; index < 10; index += 1) expect((await from(address, wrong(login))).status).toBe(401)
}

describe('C7.6 failed sign-ins by Basic', () => {
  it('let the right password wait over both interfaces, and only from this address', async () => {
    await failTenTimes('192.0.2.1', 'admin')
    const refused = await from('192.0.2.1', basic('admin', ADMIN_PASSWORD))
    expect([refused.status, refused.body.code, refused.headers.get('content-type')]).toEqual([
      429,
      'RATE_LIMITED',
      'application/problem+json; charset=utf-8',
    ])
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(60)
    const graphql = await service.call('POST', '/graphql', {
      as: basic('admin', ADMIN_PASSWORD),
      body: { query: '{ __typename }' },
      headers: { 'x-forwarded-for': '192.0.2.1' },
    })
    expect([graphql.status, graphql.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ])
    expect((await from('192.0.2.2', basic('admin', ADMIN_PASSWORD))).status).toBe(200)
  })

  it('get the same response for existing and unknown accounts', async () => {
    const told = async (login: string) => {
      await failTenTimes('192.0.2.1', login)
      const { status, body } = await from('192.0.2.1', wrong(login))
      const { instance: _, detail, error, ...rest } = body
      return { status, rest, texts: [detail, error].map((text: string) => text.replace(/\d+/, 'N')) }
    }
    expect(await told('admin')).toEqual(await told('nobody'))
  })

  it('of one address delay all accounts after twenty failures', async () => {
    for (let index = 0; index < 20; index += 1) await from('192.0.2.1', wrong(`account-${index}`))
    const refused = await from('192.0.2.1', AS_ADMIN)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  })
})

describe('C3.4 sign-ups with taken names', () => {
  const signUp = (address: string, email: string) =>
    service.call('POST', '/graphql', {
      as: null,
      body: {
        query: 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
        variables: { input: { username: email.split('@')[0], email, password: 'seven quiet harbours' } },
      },
      headers: { 'x-forwarded-for': address },
    })
  const readCode = ({ body }: Answer): string => body.errors[0].extensions.code

  it('are throttled like failed sign-ins', async () => {
    for (let index = 0; index < 10; index += 1)
      expect(readCode(await signUp('192.0.2.1', 'admin@example.org'))).toBe('CONFLICT')
    const refused = await signUp('192.0.2.1', 'admin@example.org')
    expect([readCode(refused), refused.status]).toEqual(['RATE_LIMITED', 429])
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.errors[0].extensions.retryAfter))
    expect((await signUp('192.0.2.1', 'somebody@example.org')).body.errors).toBeUndefined()
  })
})

import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../../../../tools/postgres/postgres-database.ts'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { aCast, CAST_PASSWORD, type Cast } from '../support/cast.ts'
import { startTestService, type TestService } from '../support/service.ts'

const SECRET = 'a secret of thirty-two bytes or more'
const CLIENT = { client_id: 'app', client_secret: 'a client secret of 32 bytes or more' }

/** Two services on one database, like two processes. */
let services: readonly [TestService, TestService]
let cast: Cast
let database: TestDatabase
beforeAll(async () => {
  database = await createMigratedDatabase()
  const settings = {
    DATABASE_URL: database.url,
    JWT_SECRET: SECRET,
    TRUST_PROXY: '127.0.0.1',
    OAUTH_CLIENT_ID: CLIENT.client_id,
    OAUTH_CLIENT_SECRET: CLIENT.client_secret,
    OAUTH_REDIRECT_URIS: 'https://app.example.org/callback',
  }
  services = [await startTestService('PostgreSQL', settings), await startTestService('PostgreSQL', settings)]
  cast = aCast(services[0], SECRET)
}, 60_000)
afterAll(async () => {
  for (const service of services) await service.stop()
  await database.drop()
})

let made = 0
/** A user with a second factor, and a function that requests a token. */
const somebody = async () => {
  const [service] = services
  const { as, id } = await cast.personWithPassword('READER')
  const post = (path: string, body: object) =>
    service.call('POST', `/api/me/second-factor${path}`, { as, body })
  const { secret } = (await post('', { password: CAST_PASSWORD })).body
  const confirmed = await post('/confirmation', { code: new TOTP({ secret }).generate() })
  const { body } = await service.graphql('query ($id: ID!) { user(id: $id) { username } }', { id })
  made += 1
  const from = `192.0.2.${made}`
  const requestToken = async (
    more: Record<string, string>,
    at: 0 | 1 = 0,
  ): Promise<readonly [number, string]> => {
    const form = {
      ...CLIENT,
      grant_type: 'password',
      username: body.data.user.username,
      password: CAST_PASSWORD,
      ...more,
    }
    const answer = await fetch(`${services[at].url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { 'x-forwarded-for': from },
    })
    const { token_type: type, error } = (await answer.json()) as Record<string, string>
    return [answer.status, type ?? error ?? '']
  }
  /** A code other than the code that confirmed the second factor. */
  const code = (): string => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })
  return { asked: requestToken, code, recovery: confirmed.body.recoveryCodes as readonly string[] }
}

const GIVEN = [200, 'Bearer']
const REFUSED = [400, 'invalid_grant']

describe('the password grant of an account with a second factor', () => {
  it('needs the password and the code', async () => {
    const { asked, code } = await somebody()
    expect(await asked({})).toEqual(REFUSED)
    expect(await asked({ otp: '000000' })).toEqual(REFUSED)
    expect(await asked({ otp: code(), password: 'wrong' })).toEqual(REFUSED)
    expect(await asked({ otp: code() })).toEqual(GIVEN)
  })

  it('RFC 6238 §5.2 accepts a code once, even with concurrent uses in two processes', async () => {
    const { asked, code } = await somebody()
    const otp = code()
    const all = await Promise.all(Array.from({ length: 8 }, (_, index) => asked({ otp }, index % 2 ? 1 : 0)))
    expect(all.filter(([status]) => status === 200)).toHaveLength(1)
    expect(await asked({ otp })).toEqual(REFUSED)
  })

  it('accepts each recovery code once, in every usual way of typing', async () => {
    const { asked, recovery } = await somebody()
    const [first = '', second = ''] = recovery
    expect(await asked({ otp: first.toLowerCase().replaceAll('-', ' ') })).toEqual(GIVEN)
    expect(await asked({ otp: first }, 1)).toEqual(REFUSED)
    expect(await asked({ otp: second }, 1)).toEqual(GIVEN)
  })

  it('C12.13 delays wrong codes in both processes, even if the right password alone is sent in between', async () => {
    const { asked, code } = await somebody()
    for (let count = 0; count < 10; count += 1) {
      expect(await asked({ otp: '000000' }, count % 2 ? 1 : 0)).toEqual(REFUSED)
      if (count < 9) expect(await asked({})).toEqual(REFUSED)
    }
    expect([(await asked({ otp: code() }))[0], (await asked({ otp: code() }, 1))[0]]).toEqual([429, 429])
  })
})

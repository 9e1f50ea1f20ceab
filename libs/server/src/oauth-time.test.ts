import {
  contentPolicy,
  newUser,
  createServiceAuditContext,
  type Stores,
  type User,
} from '@content-service/domain'
import {
  createOAuthHandler,
  createSealer,
  digest,
  createSecretKeys,
  type OAuthHandler,
  type OAuthRequest,
} from '@content-service/identity'
import { createOAuthStores, createStores, openDatabase } from '@content-service/persistence'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMigratedDatabase } from './testing/migrated-database.ts'
import { createChallenge, VERIFIER } from './testing/person.ts'

const ISSUER = 'https://content.example.org'
const REDIRECT_URI = 'https://app.example.org/callback'
const SECOND = 1_000
const DAY = 24 * 3_600 * SECOND
const PASSWORD = 'any password'

let clock = Date.now()
const now = (): Date => new Date(clock)
const pass = (time: number): void => void (clock += time)

let stores: Stores
let ada: User
let oauth: OAuthHandler
let close: () => Promise<void>

beforeAll(async () => {
  const { url, drop } = await createMigratedDatabase()
  const database = await openDatabase({ url })
  close = async () => {
    await database.close()
    await drop()
  }
  stores = createStores(database.session(), createServiceAuditContext('test', now()))
  ada = await stores.users.add(newUser({ username: 'ada', email: 'ada@example.org' }, now()), null)
  await stores.clients.put({
    id: 'app',
    name: 'App',
    redirectUris: [REDIRECT_URI],
    grants: ['authorization_code', 'refresh_token', 'password'],
    scopes: [],
    secretHash: digest('secret'),
    createdAt: now(),
  })
  oauth = createOAuthHandler({
    recording: (act) => createOAuthStores(database.session(), act),
    user: (id) => stores.users.get(id),
    signIn: async ({ password }) =>
      password === PASSWORD ? { kind: 'signed-in', user: ada } : { kind: 'refused' },
    tokens: {
      keys: createSecretKeys('a secret of at least thirty-two bytes, and more'),
      issuer: ISSUER,
      audience: ISSUER,
      requires: { issuer: true, audience: true },
    },
    policy: contentPolicy,
    issuer: ISSUER,
    passwordGrant: true,
    passwordResetUrl: `${ISSUER}/account/password-reset`,
    stepSealer: createSealer([Buffer.alloc(32)]),
    now,
    report: (error) => expect.unreachable(String(error)),
  })
}, 60_000)
afterAll(() => close())
beforeEach(() => pass(31 * DAY))

const send = async (
  path: string,
  fields: Readonly<Record<string, string>>,
  more: Partial<OAuthRequest> = {},
) => {
  const answer = await oauth({
    method: 'POST',
    path,
    query: '',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(String(new URLSearchParams(fields))),
    address: null,
    id: 'a-test',
    ...more,
  })
  return { ...answer, json: () => JSON.parse(answer.body) as Record<string, string> }
}
const CLIENT = { client_id: 'app', client_secret: 'secret' }
const token = (fields: Readonly<Record<string, string>>) => send('/oauth/token', { ...CLIENT, ...fields })
const signInWithPassword = async () =>
  (await token({ grant_type: 'password', username: 'ada', password: PASSWORD })).json()
const refresh = (refresh_token = '') => token({ grant_type: 'refresh_token', refresh_token })

describe('C7.5 an access token is valid for fifteen minutes', () => {
  const isActive = async (text = '') =>
    (await send('/oauth/introspect', { ...CLIENT, token: text })).json()['active']

  it('and thirty seconds longer, for clocks that differ (C7.2)', async () => {
    const { access_token } = await signInWithPassword()
    pass(929 * SECOND)
    expect(await isActive(access_token)).toBe(true)
    pass(3 * SECOND)
    expect(await isActive(access_token)).toBe(false)
  })
})

describe('C7.5 a refresh token is valid for thirty days', () => {
  it('and its successor for thirty days more', async () => {
    const first = await signInWithPassword()
    pass(30 * DAY - SECOND)
    const second = (await refresh(first['refresh_token'])).json()
    pass(30 * DAY - SECOND)
    expect((await refresh(second['refresh_token'])).status).toBe(200)
  })

  it('and no second longer', async () => {
    const { refresh_token } = await signInWithPassword()
    pass(30 * DAY + SECOND)
    expect((await refresh(refresh_token)).json()['error']).toBe('invalid_grant')
  })
})

describe('C7.5 the pages', () => {
  const query = String(
    new URLSearchParams({
      response_type: 'code',
      client_id: 'app',
      redirect_uri: REDIRECT_URI,
      code_challenge: createChallenge(VERIFIER),
      code_challenge_method: 'S256',
    }),
  )
  let cookie = ''
  const visit = async (fields?: Readonly<Record<string, string>>) => {
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await send('/oauth/authorize', fields ?? {}, {
      method: fields ? 'POST' : 'GET',
      query,
      headers,
    })
    cookie = answer.headers['set-cookie']?.split(';')[0] ?? cookie
    return { ...answer, proof: /name="proof" value="([^"]+)"/.exec(answer.body)?.[1] ?? '' }
  }
  /** The code of a person who signs in and agrees, or has agreed before. */
  const getCode = async (): Promise<string> => {
    const { proof } = await visit()
    await visit({ proof, choice: 'sign-in', username: 'ada', password: PASSWORD })
    const asked = await visit()
    const answered = asked.headers['location'] ? asked : await visit({ proof: asked.proof, choice: 'allow' })
    return new URL(answered.headers['location'] ?? '').searchParams.get('code') ?? ''
  }
  const redeem = (code: string) =>
    token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER })

  it('a code is valid for a minute', async () => {
    const [early, late] = [await getCode(), await getCode()]
    pass(59 * SECOND)
    expect((await redeem(early)).status).toBe(200)
    pass(2 * SECOND)
    expect((await redeem(late)).json()['error']).toBe('invalid_grant')
  })

  it('a second use of a code after its minute still ends its tokens', async () => {
    const code = await getCode()
    const { refresh_token } = (await redeem(code)).json()
    pass(DAY)
    await redeem(code)
    expect((await refresh(refresh_token)).json()['error']).toBe('invalid_grant')
  })

  it('a sign-in is valid for twelve hours', async () => {
    await getCode()
    pass(12 * 3_600 * SECOND - SECOND)
    expect((await visit()).headers['location']).toContain('code=')
    pass(2 * SECOND)
    expect((await visit()).body).toContain('name="password"')
  })

  it('C3.6 a sign-in is valid if all sessions ended earlier in the same second', async () => {
    await stores.users.change(ada.id, (user) => ({
      ...user,
      tokensValidFrom: new Date(Math.ceil(clock / 1000) * 1000),
    }))
    ada = (await stores.users.get(ada.id)) ?? ada
    expect((await redeem(await getCode())).status).toBe(200)
  })

  it('C3.2 a suspended user gets no tokens for a code or a refresh token', async () => {
    const code = await getCode()
    const { refresh_token } = await signInWithPassword()
    await stores.users.change(ada.id, (user) => ({ ...user, status: 'SUSPENDED' }))
    expect((await redeem(code)).json()['error']).toBe('invalid_grant')
    expect((await refresh(refresh_token)).json()['error']).toBe('invalid_grant')
  })
})

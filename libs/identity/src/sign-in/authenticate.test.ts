import { contentPolicy, type Caller, type User } from '@content-service/domain'
import { ANYBODY } from '@content-service/domain/internal/access'
import jwt from 'jsonwebtoken'
import { beforeAll, describe, expect, test } from 'vitest'
import { authenticate, type Authenticator, type RequestHeaders } from './authenticate.ts'
import { VerifiedTokens } from '../tokens/verified-tokens.ts'
import { hashPassword } from '../passwords/argon2.ts'
import { CredentialRefused } from '../refusals/refusal.ts'
import { createSignIn } from './sign-in.ts'
import { aUser, MemoryAccounts, signInBy, NOON } from '../testing/accounts.ts'
import { MemoryApiKeys } from '../testing/memory-api-keys.ts'
import { createSecretKeys } from '../tokens/token-keys.ts'

const PASSWORD = 'maroon kettle drifts'
const SECRET = 'a secret of at least thirty-two bytes, and more'
const ada = aUser(7, 'ada', { permissions: ['audit:read'] })
const NOW = NOON.getTime() / 1000

const keys = new MemoryApiKeys()
let by: Authenticator
beforeAll(async () => {
  const credentials = new MemoryAccounts({ user: ada, passwordHash: await hashPassword(PASSWORD) })
  by = {
    signIn: createSignIn(signInBy(credentials)),
    apiKeys: keys,
    facts: {
      policy: contentPolicy,
      user: (id) => credentials.findById(id),
      client: async () => null,
      isRevoked: async () => false,
    },
    tokens: new VerifiedTokens({
      keys: createSecretKeys(SECRET),
      issuer: 'https://content.example.org',
      audience: 'content-service',
      requires: { issuer: false, audience: false },
    }),
    basic: true,
    now: () => NOON,
  }
})

const TOKEN = jwt.sign({ sub: '7', iat: NOW, exp: NOW + 900, roles: ['ADMIN'] }, SECRET)
const BEARER = `Bearer ${TOKEN}`
const BASIC = `Basic ${Buffer.from(`ada:${PASSWORD}`).toString('base64')}`

const outcome = async (
  headers: RequestHeaders,
  more: Partial<Authenticator> = {},
): Promise<string | Caller> => {
  try {
    return (await authenticate(headers, { address: null }, { ...by, ...more })).caller
  } catch (error) {
    if (!(error instanceof CredentialRefused)) throw error
    return error.code
  }
}
const toPlainCaller = ({ id, roles, permissions }: User): Caller => ({ id, roles, permissions })

describe('C7.1 exactly one credential', () => {
  test.each<RequestHeaders>([
    {},
    { authorization: undefined },
    { authorization: [], 'x-api-key': [] },
    { cookie: 'a=b' },
  ])('%j is without a credential: anonymous', async (headers) =>
    expect(await outcome(headers)).toEqual(ANYBODY),
  )

  test.each<[string, RequestHeaders]>([
    ['two Authorization headers', { authorization: [BEARER, BASIC] }],
    ['the same one twice', { authorization: [BEARER, BEARER] }],
    ['two joined by a comma', { authorization: `${BEARER}, ${BASIC}` }],
    ['two joined without a blank', { authorization: `${BEARER},${BASIC}` }],
    ['two in one line', { authorization: `${BEARER} ${BASIC}` }],
    ['Authorization and an API key', { authorization: BEARER, 'x-api-key': 'csk_x' }],
    ['Basic and an API key', { authorization: [BASIC], 'x-api-key': ['csk_x'] }],
    ['two API keys', { 'x-api-key': ['csk_x', 'csk_y'] }],
    ['two API keys joined by a comma', { 'x-api-key': 'csk_x, csk_y' }],
    ['an empty Authorization and an API key', { authorization: '', 'x-api-key': 'csk_x' }],
  ])('%s: 400', async (_, headers) => expect(await outcome(headers)).toBe('BAD_REQUEST'))
})

describe('C7.2, C7.4 the kind of credential', () => {
  test.each([BEARER, BEARER.replace('Bearer', 'bEARER'), `Bearer   ${TOKEN}`, ` ${BEARER} `])(
    'accepts a bearer token with its scheme in any case: %j',
    async (authorization) =>
      expect(await outcome({ authorization: [authorization] })).toEqual(toPlainCaller(ada)),
  )

  test.each([BASIC, BASIC.replace('Basic', 'BASIC')])('a Basic pair: %s', async (authorization) =>
    expect(await outcome({ authorization })).toEqual(toPlainCaller(ada)),
  )

  test('role and permissions come from the user, not from the token', async () =>
    expect(await outcome({ authorization: BEARER })).toMatchObject({
      roles: ['AUTHOR'],
      permissions: ['audit:read'],
    }))

  test.each([
    ['Bearer', 'INVALID_TOKEN'],
    ['Bearer x', 'INVALID_TOKEN'],
    ['Basic', 'UNAUTHENTICATED'],
    ['Basic x', 'UNAUTHENTICATED'],
    ['Digest username=x', 'UNAUTHENTICATED'],
    ['', 'UNAUTHENTICATED'],
    [TOKEN, 'UNAUTHENTICATED'],
    ['api-key csk_x', 'UNAUTHENTICATED'],
  ])('refuses %j with %s, and never treats it as anonymous', async (authorization, code) =>
    expect(await outcome({ authorization })).toBe(code),
  )

  test('C7.3 a bad API key is 401', async () =>
    expect(await outcome({ 'x-api-key': 'csk_x' })).toBe('UNAUTHENTICATED'))

  test('C7.3 an API key acts for its owner, within its scopes', async () => {
    const key = keys.make(ada, { scopes: ['articles:read'] })
    const caller = (await outcome({ 'x-api-key': key })) as Caller
    expect(caller).toMatchObject({ id: 7, roles: ['AUTHOR'] })
    expect(contentPolicy.can(caller, 'articles:read', { status: 'DRAFT', ownerId: ada.id })).toBe(true)
    expect(contentPolicy.can(caller, 'articles:write', { status: 'DRAFT', ownerId: ada.id })).toBe(false)
    // A client does not even have the extra permissions of its owner.
    expect(contentPolicy.can(caller, 'audit:read')).toBe(false)
  })

  test('the scheme x-api-key in the Authorization header is not an API key', async () =>
    expect(await outcome({ authorization: `x-api-key: ${keys.make(ada)}` })).toBe('UNAUTHENTICATED'))

  test('C7.4 BASIC_AUTH=off refuses a right pair, and accepts bearer tokens', async () => {
    expect(await outcome({ authorization: BASIC }, { basic: false })).toBe('UNAUTHENTICATED')
    expect(await outcome({ authorization: BEARER }, { basic: false })).toEqual(toPlainCaller(ada))
  })
})

describe('RFC 9110 §11.6.1 a 401 names an accepted scheme', () => {
  test.each<[RequestHeaders, string]>([
    [{ authorization: 'Digest x' }, 'Bearer'],
    [{ authorization: 'Basic x' }, 'Basic realm="content-service", charset="UTF-8"'],
    [{ authorization: 'Bearer x' }, 'Bearer error="invalid_token"'],
  ])('%j gets the challenge %s', async (headers, challenge) =>
    expect(authenticate(headers, { address: null }, by)).rejects.toMatchObject({ challenge }),
  )
})

import { contentPolicy, type Permission, type User } from '@content-service/domain'
import type { UserRole } from '@content-service/domain/internal/access'
import jwt from 'jsonwebtoken'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authenticate, type Authenticator } from '../sign-in/authenticate.ts'
import { VerifiedTokens } from '../tokens/verified-tokens.ts'
import { hashPassword } from '../passwords/argon2.ts'
import { createSignIn } from '../sign-in/sign-in.ts'
import { aUser, MemoryAccounts, NOON, signInBy } from '../testing/accounts.ts'
import { MemoryApiKeys } from '../testing/memory-api-keys.ts'
import { createSecretKeys } from '../tokens/token-keys.ts'
import { TtlCache } from '../secrets/ttl-cache.ts'

const PASSWORD = 'maroon kettle drifts'
const SECRET = 'a secret of at least thirty-two bytes, and more'
const SCOPES = ['users:read', 'articles:write', 'comments:delete']
const ada = aUser(7, 'ada')
const WITHIN_5_S = 5_000

let passwordHash: string
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
})

let now: Date
let user: User
let by: Authenticator
let apiKey: string
beforeEach(() => {
  now = NOON
  user = { ...ada, roles: ['EDITOR'] }
  const keys = new MemoryApiKeys()
  apiKey = keys.make(ada, { scopes: SCOPES })
  const users = new TtlCache(
    async () => user,
    () => now,
  )
  by = {
    signIn: (attempt) => createSignIn(signInBy(new MemoryAccounts({ user, passwordHash })))(attempt),
    apiKeys: keys,
    facts: {
      policy: contentPolicy,
      user: (id) => users.get(id),
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
    now: () => now,
  }
})

const token = (claims: object): string =>
  `Bearer ${jwt.sign({ sub: '7', ...claims }, SECRET, { expiresIn: 900 })}`
const CREDENTIALS = {
  'a token without scope': () => ({ authorization: token({ iat: NOON.getTime() / 1_000 }) }),
  'a token with scope': () => ({
    authorization: token({ iat: NOON.getTime() / 1_000, scope: SCOPES.join(' ') }),
  }),
  Basic: () => ({ authorization: `Basic ${Buffer.from(`ada:${PASSWORD}`).toString('base64')}` }),
  'an API key': () => ({ 'x-api-key': apiKey }),
} as const
type Kind = keyof typeof CREDENTIALS

const others = { id: 8, ownerId: 8, authorId: 8, status: 'PUBLISHED' } as never
const may = async (kind: Kind, permission: Permission): Promise<boolean> =>
  contentPolicy.can(
    (await authenticate(CREDENTIALS[kind](), { address: null }, by)).caller,
    permission as never,
    others,
  )
/** Loads the user into the cache, changes the roles, and lets the cache expire. */
const changeRole = async (kind: Kind, role: UserRole): Promise<void> => {
  await authenticate(CREDENTIALS[kind](), { address: null }, by)
  user = { ...user, roles: [role] }
  now = new Date(NOON.getTime() + WITHIN_5_S)
}

describe('C12.3 after a user gets a lower role', () => {
  test.each(Object.keys(CREDENTIALS) as Kind[])('%s loses permissions within 5 s', async (kind) => {
    expect(await may(kind, 'users:read')).toBe(true)
    await changeRole(kind, 'AUTHOR')
    expect(await may(kind, 'users:read')).toBe(false)
    expect(await may(kind, 'articles:write')).toBe(false)
  })
})

describe('C12.3 after a user gets a higher role', () => {
  test.each<[Kind, boolean]>([
    ['a token without scope', true],
    ['a token with scope', false],
    ['Basic', true],
    ['an API key', false],
  ])('%s gets the new permissions within 5 s: %s', async (kind, follows) => {
    expect(await may(kind, 'audit:read')).toBe(false)
    await changeRole(kind, 'ADMIN')
    expect(await may(kind, 'audit:read')).toBe(follows)
    expect(await may(kind, 'users:read')).toBe(true)
  })
})

import { contentPolicy, Product, type User } from '@content-service/domain'
import type { OAuthClient } from '@content-service/domain/internal/clients'
import { describe, expect, test } from 'vitest'
import { findTokenCaller, findTokenUser, type TokenFacts } from './bearer.ts'
import type { CredentialRefused } from '../refusals/refusal.ts'
import { aUser, NOON } from '../testing/accounts.ts'
import type { TokenClaims } from '../tokens/verify-token.ts'

const NOW = NOON.getTime() / 1000
const seconds = (count: number): Date => new Date(NOON.getTime() + count * 1000)
const claims = (subject: string, issuedAt = NOW): TokenClaims => ({
  subject,
  issuedAt,
  isOfTheFuture: false,
  expiresAt: issuedAt + 900,
  id: null,
  clientId: null,
  sessionId: null,
  signedInAt: null,
  scopes: null,
})

describe('C3.2, C3.6 the user of a token', () => {
  const find = (user: User | null, subject = '7', issuedAt = NOW): Promise<string> =>
    findTokenUser(claims(subject, issuedAt), async () => user).then(
      ({ username }) => username,
      (error: unknown) => (error as CredentialRefused).code,
    )
  const ada = aUser(7, 'ada')

  test('is the user of its sub', async () => expect(await find(ada)).toBe('ada'))

  test.each(['', 'ada', '0', '-7', '07', '7.0', '7e0', '2147483648', ' 7', 'client-7'])(
    'refuses the sub %j without a look-up, because it is not a user id',
    async (subject) => {
      const lookup = findTokenUser(claims(subject), () => expect.unreachable())
      await expect(lookup).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
    },
  )

  test.each<[string, User | null]>([
    ['nobody', null],
    ['INACTIVE', { ...ada, status: 'INACTIVE' }],
    ['SUSPENDED', { ...ada, status: 'SUSPENDED' }],
    ['deleted', { ...ada, deleted: true }],
  ])('refuses the token of %s', async (_, user) => expect(await find(user)).toBe('INVALID_TOKEN'))

  test('after the clock was set back, tokens from the time tokensValidFrom are valid, and no others', async () => {
    const signedOut = { ...ada, tokensValidFrom: seconds(3_600) }
    const outcome = (issuedAt: number, user: User) =>
      findTokenUser({ ...claims('7', issuedAt), isOfTheFuture: true }, async () => user).catch(() => null)
    expect(await outcome(NOW + 3_600, signedOut)).toBe(signedOut)
    expect(await outcome(NOW + 3_601, signedOut)).toBeNull()
    expect(await outcome(NOW + 3_600, { ...ada, tokensValidFrom: seconds(1) })).toBeNull()
  })

  test('refuses a token from before tokensValidFrom, and accepts a token of the same second', async () => {
    const signedOut = { ...ada, tokensValidFrom: seconds(10) }
    expect(await find(signedOut, '7', NOW + 9)).toBe('INVALID_TOKEN')
    expect(await find(signedOut, '7', NOW + 10)).toBe('ada')
  })
})

describe('C7.5 the caller of a token', () => {
  const ada = aUser(7, 'ada')
  const robot: OAuthClient = {
    id: 'robot',
    name: 'Robot',
    redirectUris: [],
    grants: ['client_credentials'],
    scopes: ['products:write'],
    secretHash: 'hash',
    createdAt: NOON,
  }
  const facts: TokenFacts = {
    policy: contentPolicy,
    user: async (id) => (id === ada.id ? ada : null),
    client: async (id) => (id === robot.id ? robot : null),
    isRevoked: async ({ id }) => id === 'revoked',
  }
  const callerBy = (more: Partial<TokenClaims>, known: Partial<TokenFacts> = {}) =>
    findTokenCaller({ ...claims('7'), ...more }, { ...facts, ...known })

  test('is the user with all permissions, for a token without scope', async () => {
    const caller = await callerBy({})
    expect(contentPolicy.can(caller, 'articles:write', { ownerId: ada.id, status: 'DRAFT' })).toBe(true)
  })

  test.each([[['articles:read']], [[]], [['unknown:scope']]])(
    'has at most the scopes %j of the token',
    async (scopes) => {
      const caller = await callerBy({ scopes })
      expect(caller.id).toBe(ada.id)
      expect(contentPolicy.can(caller, 'articles:write', { ownerId: ada.id, status: 'DRAFT' })).toBe(false)
    },
  )

  test('a scope gives no permission that the user does not have', async () => {
    const caller = await callerBy({ scopes: ['products:write'] })
    expect(contentPolicy.can(caller, Product.permissions.write as never)).toBe(false)
  })

  const own = { subject: 'robot', clientId: 'robot' }

  test('is the client with the scopes of the token, for a token with a client as subject', async () => {
    expect(await callerBy({ ...own, scopes: ['products:write', 'users:write'] })).toEqual({
      id: null,
      roles: ['GUEST'],
      permissions: ['products:write'],
      client: 'robot',
    })
    expect((await callerBy({ ...own, scopes: [] })).permissions).toEqual([])
  })

  test.each<[string, Partial<TokenClaims>, Partial<TokenFacts>]>([
    ['revoked', { id: 'revoked' }, {}],
    ["revoked, the client's own", { ...own, id: 'revoked' }, {}],
    ['of a client that has gone', own, { client: async () => null }],
    [
      'of a client that no longer acts by itself',
      own,
      { client: async () => ({ ...robot, grants: ['password'] }) },
    ],
    ['of a client that names another subject', { ...own, subject: 'ada' }, {}],
    ['whose client is called like a user', { subject: '8', clientId: '8' }, {}],
  ])('refuses a token that is %s', async (_, more, known) => {
    await expect(callerBy(more, known)).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
  })
})

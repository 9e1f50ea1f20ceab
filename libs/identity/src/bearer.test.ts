import type { User } from '@content-service/domain'
import { describe, expect, test } from 'vitest'
import { userOfToken } from './bearer.ts'
import type { CredentialRefused } from './refusal.ts'
import { aUser, NOON } from './testing/accounts.ts'
import type { TokenClaims } from './tokens/verify-token.ts'

const NOW = NOON.getTime() / 1000
const seconds = (count: number): Date => new Date(NOON.getTime() + count * 1000)
const claims = (subject: string, issuedAt = NOW): TokenClaims => ({
  subject,
  issuedAt,
  expiresAt: issuedAt + 900,
  id: null,
  clientId: null,
  sessionId: null,
  scopes: null,
})

describe('C3.2, C3.6 the user of a token', () => {
  const find = (user: User | null, subject = '7', issuedAt = NOW): Promise<string> =>
    userOfToken(claims(subject, issuedAt), async () => user).then(
      ({ username }) => username,
      (error: unknown) => (error as CredentialRefused).code,
    )
  const ada = aUser(7, 'ada')

  test('is who its sub names', async () => expect(await find(ada)).toBe('ada'))

  test.each(['', 'ada', '0', '-7', '07', '7.0', '7e0', '2147483648', ' 7', 'client-7'])(
    'sub %j is no user id: refused without a lookup',
    async (subject) => {
      const lookup = userOfToken(claims(subject), () => expect.unreachable())
      await expect(lookup).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
    },
  )

  test.each<[string, User | null]>([
    ['nobody', null],
    ['INACTIVE', { ...ada, status: 'INACTIVE' }],
    ['SUSPENDED', { ...ada, status: 'SUSPENDED' }],
    ['deleted', { ...ada, deleted: true }],
  ])('who is %s is refused', async (_, user) => expect(await find(user)).toBe('INVALID_TOKEN'))

  test('a token from before tokensValidFrom is refused, one of that second is not', async () => {
    const signedOut = { ...ada, tokensValidFrom: seconds(10) }
    expect(await find(signedOut, '7', NOW + 9)).toBe('INVALID_TOKEN')
    expect(await find(signedOut, '7', NOW + 10)).toBe('ada')
  })
})

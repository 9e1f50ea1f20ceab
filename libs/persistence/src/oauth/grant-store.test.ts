import { type UserId } from '@content-service/domain'
import { newUser } from '@content-service/domain/internal/users'
import type { SecondFactorStore } from '@content-service/domain/internal/second-factor'
import type { SessionId } from '@content-service/domain/internal/rules'
import type { AuthorizationCode, NewSession, RefreshToken } from '@content-service/identity'
import { TEST_AUDIT_CONTEXT, enabledSecondFactor } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPglite, openPostgres } from '../testing/databases.ts'
import { createStores } from '../stores.ts'
import { createOAuthStores } from './oauth-stores.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const TIMES = { now: NOW, repeatSeconds: 10 }
const LATER = new Date('2026-12-20T12:00:00.000Z')
const CLIENT = {
  id: 'app',
  name: 'App',
  redirectUris: ['https://app.example/cb'],
  grants: ['authorization_code', 'refresh_token'] as const,
  scopes: ['articles:read'],
  secretHash: null,
  createdAt: NOW,
}

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('C7.5 grants on %s', (_, open) => {
  const opened = open()
  let [user, names] = [0 as UserId, 0]
  const stores = async () => {
    const { database } = await opened
    const domain = createStores(database.session(), TEST_AUDIT_CONTEXT)
    return { ...createOAuthStores(database.session(), TEST_AUDIT_CONTEXT), domain }
  }
  beforeAll(async () => {
    const { domain } = await stores()
    user = (await domain.users.add(newUser({ username: 'ada', email: 'ada@example.org' }, NOW), null)).id
    await domain.clients.put(CLIENT)
  })
  afterAll(async () => (await opened).close())

  const name = (): string => `hash ${(names += 1)}`
  const grant = () => ({
    clientId: 'app',
    userId: user,
    scopes: ['articles:read'],
    issuedAt: NOW,
    signedInAt: NOW,
  })
  const aCode = (): AuthorizationCode => ({
    ...grant(),
    hash: name(),
    redirectUri: 'https://app.example/cb',
    codeChallenge: 'challenge',
    expiresAt: LATER,
  })
  const aSession = (id: SessionId): NewSession => ({ ...grant(), id, expiresAt: LATER })
  const aToken = (sessionId: SessionId): RefreshToken => ({ hash: name(), sessionId, expiresAt: LATER })
  const begun = async () => {
    const { grants } = await stores()
    const session = aSession(grants.nextSessionId())
    const token = aToken(session.id)
    await grants.begin(session, token, NOW)
    return { grants, session, token }
  }

  test('a code is stored unchanged until it is redeemed', async () => {
    const { grants } = await stores()
    const code = aCode()
    await grants.addCode(code)
    expect(await grants.code(code.hash)).toEqual({ ...code, isRedeemed: false })
    expect(await grants.redeemCode(code.hash, grants.nextSessionId(), NOW)).toBe('redeemed')
    expect(await grants.code(code.hash)).toEqual({ ...code, isRedeemed: true })
    expect(await grants.code('another')).toBeNull()
  })

  test('of concurrent redemptions of a code, one succeeds', async () => {
    const { grants } = await stores()
    const code = aCode()
    await grants.addCode(code)
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, async () => grants.redeemCode(code.hash, grants.nextSessionId(), NOW)),
    )
    expect(outcomes.filter((outcome) => outcome === 'redeemed')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'reused')).toHaveLength(7)
  })

  test('a second use of a code ends its session', async () => {
    const { grants, session, token } = await begun()
    const code = aCode()
    await grants.addCode(code)
    await grants.redeemCode(code.hash, session.id, NOW)
    expect(await grants.redeemCode(code.hash, grants.nextSessionId(), NOW)).toBe('reused')
    expect(await grants.isRevoked({ id: null, sessionId: session.id })).toBe(true)
    expect(await grants.refreshToken(token.hash)).toMatchObject({ isEnded: true })
  })

  test('a second use of a code before its session has begun prevents the session', async () => {
    const { grants } = await stores()
    const [code, session] = [aCode(), aSession(grants.nextSessionId())]
    await grants.addCode(code)
    await grants.redeemCode(code.hash, session.id, NOW)
    await grants.redeemCode(code.hash, grants.nextSessionId(), NOW)
    expect(await grants.begin(session, aToken(session.id), NOW)).toBe(false)
  })

  test('C12.2 the removal of a client ends its sessions with all their tokens', async () => {
    const { grants, domain } = await stores()
    const other = { ...grant(), clientId: 'other' }
    await domain.clients.put({ ...CLIENT, id: 'other' })
    const [session, code] = [{ ...other, id: grants.nextSessionId(), expiresAt: LATER }, aCode()]
    const token = aToken(session.id)
    await grants.begin(session, token, NOW)
    await grants.addCode({ ...code, clientId: 'other' })
    expect(await grants.isRevoked({ id: null, sessionId: session.id })).toBe(false)
    expect(await domain.clients.remove('other', () => undefined)).toBe(true)
    expect(await grants.isRevoked({ id: null, sessionId: session.id })).toBe(true)
    expect([await grants.refreshToken(token.hash), await grants.code(code.hash)]).toEqual([null, null])
    expect(await grants.isRevoked({ id: null, sessionId: null })).toBe(false)
  })

  test('a refresh token is exchanged for its successor', async () => {
    const { grants, session, token } = await begun()
    const next = aToken(session.id)
    expect(await grants.rotate(token.hash, next, TIMES)).toBe('redeemed')
    expect(await grants.refreshToken(token.hash)).toMatchObject({ isUsed: true, isEnded: false })
    expect(await grants.refreshToken(next.hash)).toEqual({
      ...grant(),
      ...next,
      isUsed: false,
      isEnded: false,
    })
  })

  test('C15.3 concurrent exchanges of a refresh token give the same successor', async () => {
    const { grants, session, token } = await begun()
    const next = aToken(session.id)
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => grants.rotate(token.hash, next, TIMES)),
    )
    expect(outcomes.toSorted()).toEqual(['redeemed', ...Array.from({ length: 7 }, () => 'repeated')])
    expect(await grants.isRevoked({ id: null, sessionId: session.id })).toBe(false)
  })

  test.each([
    [
      'later than ten seconds after its first use',
      { ...TIMES, now: new Date(NOW.getTime() + 10_001) },
      false,
    ],
    ['after the use of its successor', TIMES, true],
  ])('C15.3 a second use of a refresh token %s ends its session', async (_, times, isUsed) => {
    const { grants, session, token } = await begun()
    const [next, last] = [aToken(session.id), aToken(session.id)]
    await grants.rotate(token.hash, next, TIMES)
    if (isUsed) await grants.rotate(next.hash, last, TIMES)
    expect(await grants.rotate(token.hash, next, times)).toBe('reused')
    expect(await grants.isRevoked({ id: null, sessionId: session.id })).toBe(true)
    expect(await grants.rotate(token.hash, next, TIMES)).toBe('reused')
  })

  test('tokens of an ended session cannot be exchanged', async () => {
    const { grants, session, token } = await begun()
    await grants.endSession(session.id, NOW)
    expect(await grants.rotate(token.hash, aToken(session.id), TIMES)).toBe('reused')
    expect(await grants.rotate('unknown', aToken(session.id), TIMES)).toBe('unknown')
  })

  test('an access token is revoked by its id, also repeatedly', async () => {
    const { grants } = await stores()
    await grants.revokeToken('a token', LATER)
    await grants.revokeToken('a token', LATER)
    expect(await grants.isRevoked({ id: 'a token', sessionId: null })).toBe(true)
    expect(await grants.isRevoked({ id: 'another', sessionId: null })).toBe(false)
  })

  test('valid sessions are listed, newest first, and only their user can end them', async () => {
    const { session } = await begun()
    const { domain } = await stores()
    const listed = await domain.sessions.list(user, NOW, NOW)
    expect(listed[0]).toMatchObject({ id: session.id, clientName: 'App', scopes: ['articles:read'] })
    expect(await domain.sessions.list(user, new Date(NOW.getTime() + 1_000), NOW)).toEqual([])
    expect(await domain.sessions.end((user + 1) as UserId, session.id, NOW)).toBe(false)
    expect(await domain.sessions.end(user, session.id, NOW)).toBe(true)
    expect(await domain.sessions.end(user, session.id, NOW)).toBe(false)
  })

  test('purge removes only rows that ended long ago', async () => {
    const { grants, session, token } = await begun()
    const { domain } = await stores()
    await domain.sessions.purge(NOW)
    expect(await grants.refreshToken(token.hash)).not.toBeNull()
    await domain.sessions.purge(new Date(LATER.getTime() + 1))
    expect(await grants.refreshToken(token.hash)).toBeNull()
    expect(await grants.isRevoked({ id: 'a token', sessionId: null })).toBe(false)
    expect(await grants.isRevoked({ id: null, sessionId: session.id })).toBe(true)
  })

  test('agreements to scopes add up', async () => {
    const { consents } = await stores()
    expect(await consents.agreed(user, 'app', NOW)).toBeNull()
    const agree = (scopes: readonly string[], agreedAt = NOW, since = NOW) =>
      consents.agree({ userId: user, clientId: 'app', scopes, agreedAt }, since)
    await agree(['articles:read'])
    await agree(['articles:read', 'users:read'])
    expect((await consents.agreed(user, 'app', NOW))?.toSorted()).toEqual(['articles:read', 'users:read'])
    const afterwards = new Date(NOW.getTime() + 1_000)
    expect(await consents.agreed(user, 'app', afterwards)).toBeNull()
    await agree(['comments:read'], afterwards, afterwards)
    expect(await consents.agreed(user, 'app', afterwards)).toEqual(['comments:read'])
  })

  test('C12.4 a withdrawn agreement ends the sessions and codes of the client, and leaves the list', async () => {
    const { consents, domain } = await stores()
    const { grants, session } = await begun()
    const [code, elsewhere] = [aCode(), await begun()]
    await grants.addCode(code)
    await consents.agree({ userId: user, clientId: 'app', scopes: ['users:read'], agreedAt: NOW }, NOW)
    expect(await consents.list(user, NOW, NOW)).toEqual([{ id: 'app', name: CLIENT.name }])
    await consents.withdraw(user, 'app', NOW)
    expect(await consents.list(user, NOW, NOW)).toEqual([])
    expect(await consents.agreed(user, 'app', NOW)).toBeNull()
    expect(await grants.code(code.hash)).toBeNull()
    for (const { id } of [session, elsewhere.session])
      expect(await grants.isRevoked({ id: null, sessionId: id })).toBe(true)
    expect(await domain.sessions.list(user, NOW, NOW)).toEqual([])
  })

  test('C12.13 an enabled second factor ends earlier sessions and codes, except the caller’s session', async () => {
    const { browsers, domain } = await stores()
    const [own, other] = [await begun(), await begun()]
    const code = aCode()
    await own.grants.addCode(code)
    await browsers.add('cookie without code', { userId: user, issuedAt: NOW }, LATER)
    const factor = enabledSecondFactor(user)
    const change: SecondFactorStore['change'] = (...asked) => domain.secondFactors.change(...asked)
    await change(user, () => ({ ...factor, enabledAt: null }), own.session.id)
    expect(await own.grants.isRevoked({ id: null, sessionId: other.session.id })).toBe(false)
    await change(user, () => factor, own.session.id)
    const isRevoked = (id: SessionId) => own.grants.isRevoked({ id: null, sessionId: id })
    expect([await isRevoked(own.session.id), await isRevoked(other.session.id)]).toEqual([false, true])
    expect([await own.grants.code(code.hash), await browsers.find('cookie without code', NOW)]).toEqual([
      null,
      null,
    ])
    await change(user, () => null)
  })

  test('a sign-in on the pages is valid until it expires or ends', async () => {
    const { browsers } = await stores()
    await browsers.add('cookie', { userId: user, issuedAt: NOW }, LATER)
    expect(await browsers.find('cookie', NOW)).toEqual({ userId: user, issuedAt: NOW })
    expect(await browsers.find('cookie', LATER)).toBeNull()
    await browsers.remove('cookie')
    expect(await browsers.find('cookie', NOW)).toBeNull()
  })

  test('C20.2 a sign-in on the pages ends also by its user and time', async () => {
    const { browsers } = await stores()
    const later = new Date(NOW.getTime() + 1_000)
    await browsers.add('one', { userId: user, issuedAt: NOW }, LATER)
    await browsers.add('another', { userId: user, issuedAt: later }, LATER)
    await browsers.removeSignIn({ userId: user, issuedAt: NOW })
    expect([await browsers.find('one', NOW), await browsers.find('another', NOW)]).toEqual([
      null,
      { userId: user, issuedAt: later },
    ])
  })

  test('C20.2 the sessions and unused codes of one client end, and those of others go on', async () => {
    const { clients } = await stores()
    const builtIn = { ...CLIENT, id: 'studio:built-in', secretHash: '' }
    await clients.keep(builtIn)
    await clients.keep({ ...builtIn, name: 'another name' })
    expect(await clients.get(builtIn.id)).toEqual(builtIn)
    const { grants, session: other } = await begun()
    const [session, code] = [{ ...aSession(grants.nextSessionId()), clientId: builtIn.id }, aCode()]
    await grants.begin(session, aToken(session.id), NOW)
    await grants.addCode({ ...code, clientId: builtIn.id })
    await grants.endSessionsOf(user, builtIn.id, NOW)
    const isRevoked = (id: SessionId) => grants.isRevoked({ id: null, sessionId: id })
    expect([await isRevoked(session.id), await isRevoked(other.id), await grants.code(code.hash)]).toEqual([
      true,
      false,
      null,
    ])
  })

  test('C3.5 the hard delete of a user removes all of these rows', async () => {
    const { token, grants } = await begun()
    const { domain } = await stores()
    await domain.users.remove(user, () => undefined)
    expect(await grants.refreshToken(token.hash)).toBeNull()
  })
})

import { createHmac, generateKeyPairSync } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { describe, expect, test } from 'vitest'
import { CredentialRefused } from '../refusals/refusal.ts'
import { NOON } from '../testing/accounts.ts'
import { checkSecret, createSecretKeys } from './token-keys.ts'
import { verifyAccessToken, type TokenSettings } from './verify-token.ts'

const SECRET = 'a secret of at least thirty-two bytes, and more'
const SETTINGS: TokenSettings = {
  keys: createSecretKeys(SECRET),
  requires: { issuer: false, audience: false },
  issuer: 'https://content.example.org',
  audience: 'content-service',
}
const NOW = NOON.getTime() / 1000
const CLAIMS = { sub: '7', name: 'ada', iat: NOW, exp: NOW + 900 }

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const hmac = (text: string, key = SECRET, hash = 'sha256'): string =>
  createHmac(hash, key).update(text).digest('base64url')
/** A token signed by hand, so that a test can make any mistake in it. */
const token = (claims: unknown = CLAIMS, header: object = { alg: 'HS256', typ: 'JWT' }): string => {
  const text = `${part(header)}.${part(claims)}`
  return `${text}.${hmac(text)}`
}
const verify = (text: string, now = NOON): string => {
  try {
    return verifyAccessToken(text, SETTINGS, now).subject
  } catch (error) {
    if (!(error instanceof CredentialRefused)) throw error
    return `${error.code} ${error.challenge}`
  }
}
const REFUSED = 'INVALID_TOKEN Bearer error="invalid_token"'
const seconds = (count: number): Date => new Date(NOON.getTime() + count * 1000)

describe('C7.2 a valid bearer token', () => {
  test('contains the user and the time', () =>
    expect(verifyAccessToken(token(), SETTINGS, NOON)).toEqual({
      subject: '7',
      issuedAt: NOW,
      isOfTheFuture: false,
      expiresAt: NOW + 900,
      id: null,
      clientId: null,
      sessionId: null,
      signedInAt: null,
      scopes: null,
    }))

  test('may come from any JWT library', () =>
    expect(verify(jwt.sign(CLAIMS, SECRET, { algorithm: 'HS256' }))).toBe('7'))

  test.each([
    { iss: SETTINGS.issuer },
    { aud: SETTINGS.audience },
    { aud: ['other', SETTINGS.audience] },
    { iss: SETTINGS.issuer, aud: SETTINGS.audience, jti: 'x', client_id: 'y', scope: 'articles:read' },
    { roles: ['ADMIN'], permissions: ['users:write'] },
  ])('is valid with %j', (more) => expect(verify(token({ ...CLAIMS, ...more }))).toBe('7'))
})

describe('C7.2 the service chooses the algorithm and the key', () => {
  test.each(['none', 'None', 'NONE', 'hs256', 'HS384', 'HS512', 'RS256', 'ES256', 'EdDSA', ''])(
    'refuses alg %j, with and without a signature',
    (alg) => {
      const text = `${part({ alg, typ: 'JWT' })}.${part(CLAIMS)}`
      for (const signature of ['', hmac(text), hmac(text, SECRET, 'sha512')])
        expect(verify(`${text}.${signature}`)).toBe(REFUSED)
    },
  )

  test('refuses a token of HS384 or HS512 that is otherwise valid', () => {
    for (const algorithm of ['HS384', 'HS512'] as const)
      expect(verify(jwt.sign(CLAIMS, SECRET, { algorithm }))).toBe(REFUSED)
  })

  test('refuses a token of RS256, and a token of HS256 with the public key as secret', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const text = `${part({ alg: 'HS256' })}.${part(CLAIMS)}`
    expect(verify(jwt.sign(CLAIMS, privateKey, { algorithm: 'RS256' }))).toBe(REFUSED)
    expect(verify(`${text}.${hmac(text, pem)}`)).toBe(REFUSED)
  })

  test.each<[string, unknown]>([
    ['crit', ['exp']],
    ['crit', []],
    ['jku', 'https://evil.example.org/jwks'],
    ['x5u', 'https://evil.example.org/cert'],
    ['x5c', ['AAAA']],
    ['jwk', { kty: 'oct', k: 'AAAA' }],
    ['jwk', null],
  ])('refuses the header %s: %j', (name, value) =>
    expect(verify(token(CLAIMS, { alg: 'HS256', typ: 'JWT', [name]: value }))).toBe(REFUSED),
  )

  test.each([
    ['another key', hmac(`${part({ alg: 'HS256' })}.${part(CLAIMS)}`, 'x'.repeat(40))],
    ['no key', hmac(`${part({ alg: 'HS256' })}.${part(CLAIMS)}`, '')],
    ['nothing', ''],
    ['half of it', hmac(`${part({ alg: 'HS256' })}.${part(CLAIMS)}`).slice(0, 22)],
  ])('refuses a token signed with %s', (_, signature) =>
    expect(verify(`${part({ alg: 'HS256' })}.${part(CLAIMS)}.${signature}`)).toBe(REFUSED),
  )

  test.each([
    ['31 bytes', 'x'.repeat(31), false],
    ['32 bytes', 'x'.repeat(32), true],
    ['16 characters of two bytes', 'é'.repeat(16), true],
  ])('a secret of %s', (_, secret, isEnough) => expect(checkSecret(secret) === null).toBe(isEnough))
})

describe('C7.2 claims', () => {
  const { exp: _exp, ...withoutExp } = CLAIMS
  const { iat: _iat, ...withoutIat } = CLAIMS
  const { sub: _sub, ...withoutSub } = CLAIMS

  test.each<[string, unknown]>([
    ['no exp', withoutExp],
    ['no iat', withoutIat],
    ['no sub', withoutSub],
    ['exp as text', { ...CLAIMS, exp: String(NOW + 900) }],
    ['iat as text', { ...CLAIMS, iat: String(NOW) }],
    ['sub as number', { ...CLAIMS, sub: 7 }],
    ['exp null', { ...CLAIMS, exp: null }],
    ['another iss', { ...CLAIMS, iss: 'https://evil.example.org' }],
    ['iss null', { ...CLAIMS, iss: null }],
    ['another aud', { ...CLAIMS, aud: 'other' }],
    ['no aud in the list', { ...CLAIMS, aud: [] }],
    ['other auds', { ...CLAIMS, aud: ['other', 'content'] }],
    ['nbf to come', { ...CLAIMS, nbf: NOW + 60 }],
    ['no object', 'text'],
    ['null', null],
    ['a list', [CLAIMS]],
  ])('refuses a token with %s', (_, claims) => expect(verify(token(claims))).toBe(REFUSED))

  test.each([
    [29, '7'],
    [31, REFUSED],
  ])('30 s of skew: %i s after exp', (late, outcome) => {
    const soon = token({ ...CLAIMS, exp: NOW + 60 })
    expect(verify(soon, seconds(60 + late))).toBe(outcome)
  })

  test.each([
    [30, '7'],
    [31, REFUSED],
  ])('30 s of skew: iat %i s ahead', (ahead, outcome) =>
    expect(verify(token({ ...CLAIMS, iat: NOW + ahead }))).toBe(outcome),
  )

  test('marks an own token from the future: the clock of the service was set back', () => {
    const ours = { ...CLAIMS, iat: NOW + 3_600, exp: NOW + 4_500, iss: SETTINGS.issuer, jti: 'j' }
    expect(verifyAccessToken(token(ours), SETTINGS, NOON).isOfTheFuture).toBe(true)
    for (const others of [
      { ...ours, iss: undefined },
      { ...ours, jti: undefined },
    ])
      expect(verify(token(others))).toBe(REFUSED)
  })
})

describe('C7.2 the form of a token', () => {
  const [header = '', payload = '', signature = ''] = token().split('.')
  /** The last character of a signature of 32 bytes has two unused bits. */
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const sameBytes = signature.slice(0, -1) + ALPHABET[ALPHABET.indexOf(signature.slice(-1)) + 1]

  test('refuses another text of the same bytes, which would be another token', () => {
    expect(Buffer.from(sameBytes, 'base64url')).toEqual(Buffer.from(signature, 'base64url'))
    expect(verify(`${header}.${payload}.${sameBytes}`)).toBe(REFUSED)
  })

  test('refuses a token that was signed over such a text', () => {
    const odd = [CLAIMS, { ...CLAIMS, name: 'a' }, { ...CLAIMS, name: 'ab' }].map(part)
    const spare = odd.find((text) => text.length % 4 === 2) ?? ''
    const last = ALPHABET.indexOf(spare.slice(-1))
    const text = `${part({ alg: 'HS256' })}.${spare.slice(0, -1)}${ALPHABET[last + 1]}`
    expect(verify(`${part({ alg: 'HS256' })}.${spare}.${hmac(`${part({ alg: 'HS256' })}.${spare}`)}`)).toBe(
      '7',
    )
    expect(verify(`${text}.${hmac(text)}`)).toBe(REFUSED)
  })

  test.each([
    '',
    '.',
    '..',
    header,
    `${header}.${payload}`,
    `${header}.${payload}.`,
    `.${payload}.${signature}`,
    `${header}.${payload}.${signature}.`,
    `${header}.${payload}.${signature}=`,
    `${header}.${payload}.${signature} `,
    `${header}.${payload}.${signature}\n`,
    `${header}==.${payload}.${signature}`,
    `${header}.${payload}.${signature}.${signature}`,
    'csk_notatoken',
  ])('%j is refused', (text) => expect(verify(text)).toBe(REFUSED))

  test('refuses a token of more than 8 KiB, even if it is valid', () => {
    const name = 'x'.repeat(6500)
    expect(verify(token({ ...CLAIMS, name: name.slice(0, 5000) }))).toBe('7')
    expect(verify(token({ ...CLAIMS, name }))).toBe(REFUSED)
  })

  test('refuses a token with one changed character', () => {
    const good = token()
    for (let at = 0; at < good.length; at += 7) {
      const changed = good[at] === 'A' ? 'B' : 'A'
      expect(verify(good.slice(0, at) + changed + good.slice(at + 1))).toBe(REFUSED)
    }
  })
})

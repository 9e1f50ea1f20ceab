import { createHmac, createSecretKey, generateKeyPairSync } from 'node:crypto'
import * as jose from 'jose'
import jwt from 'jsonwebtoken'
import { describe, expect, test } from 'vitest'
import { NOON } from '../testing/accounts.ts'
import { issueAccessToken } from './issue-token.ts'
import { parsePemKeys, createSecretKeys, exportPublicKeys, addSecret, type TokenKeys } from './token-keys.ts'
import { verifyAccessToken, type TokenSettings } from './verify-token.ts'

const SECRET = 'a secret of at least thirty-two bytes, and more'
const NOW = NOON.getTime() / 1000

const privatePem = (kind: 'ES256' | 'RS256'): string => {
  const { privateKey } =
    kind === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
const PEM = { ES256: privatePem('ES256'), RS256: privatePem('RS256') }

const createSettings = (keys: TokenKeys): TokenSettings => ({
  keys,
  issuer: 'https://content.example.org',
  audience: 'content-service',
  requires: { issuer: true, audience: true },
})

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const ALGORITHMS = ['HS256', 'ES256', 'RS256'] as const

describe.each(ALGORITHMS)('RFC 8725, C7.2: attacks on tokens of %s', (algorithm) => {
  const keys = algorithm === 'HS256' ? createSecretKeys(SECRET) : parsePemKeys(PEM[algorithm])
  const settings = createSettings(keys)
  const { sign, id } = keys.signing
  const HEADER = {
    alg: algorithm,
    typ: id === undefined ? 'JWT' : 'at+jwt',
    ...(id !== undefined && { kid: id }),
  }
  const CLAIMS = { sub: '7', iat: NOW, exp: NOW + 900, iss: settings.issuer, aud: settings.audience }
  /** A token with any claims, signed with the right key. */
  const signToken = (claims: object = CLAIMS, header: object = {}): string =>
    jwt.sign(claims, sign, { algorithm, header: { ...HEADER, ...header } })
  const outcome = (token: string, at = NOON): string => {
    try {
      return verifyAccessToken(token, settings, at).subject
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  const [, payload = '', signature = ''] = signToken().split('.')

  test('a correctly signed token is valid', () => expect(outcome(signToken())).toBe('7'))

  test('§3.1 alg none is refused, with and without a signature', () => {
    const none = `${part({ ...HEADER, alg: 'none' })}.${payload}`
    expect([outcome(`${none}.`), outcome(`${none}.${signature}`)]).toEqual(['INVALID_TOKEN', 'INVALID_TOKEN'])
  })

  test('§2.1 confusion: refuses an HS256 token whose secret is the public key', () => {
    const published = [PEM.ES256, PEM.RS256, JSON.stringify(exportPublicKeys(keys)), String(id)]
    for (const secret of published) {
      const text = `${part({ ...HEADER, alg: 'HS256' })}.${payload}`
      expect(outcome(`${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`)).toBe(
        'INVALID_TOKEN',
      )
    }
  })

  test('§3.1 each key has one algorithm: refuses the same key with another algorithm', () => {
    const others = {
      HS256: ['HS384', 'HS512'],
      ES256: ['HS256', 'RS256'],
      RS256: ['RS384', 'PS256'],
    } as const
    for (const alg of others[algorithm]) {
      const text = `${part({ ...HEADER, alg })}.${payload}`
      expect(outcome(`${text}.${signature}`)).toBe('INVALID_TOKEN')
    }
  })

  test.each(['../../dev/null', "' or 1=1 --", '', 'unknown', '__proto__', 'constructor', 0, null, ['a'], {}])(
    '§3.10 kid injection: %j names no key',
    (kid) => {
      const text = `${part({ ...HEADER, kid })}.${payload}`
      expect(outcome(`${text}.${signature}`)).toBe('INVALID_TOKEN')
    },
  )

  test.each([
    ['jku', 'https://evil.example.org/jwks'],
    ['x5u', 'https://evil.example.org/certificate'],
    ['x5c', ['MIIB']],
    ['jwk', { kty: 'oct', k: 'AAAA' }],
    ['crit', ['exp']],
  ])('§3.10 refuses the header %s in a token that is otherwise valid', (name, value) =>
    expect(outcome(signToken(CLAIMS, { [name]: value }))).toBe('INVALID_TOKEN'),
  )

  test('refuses a text that is not canonical base64url', () => {
    const padded = `${signToken()}=`
    const spaced = signToken().replace('.', '.\n')
    const standard = `${part(HEADER)}.${payload}.${signature.slice(0, -2)}+/`
    expect([padded, spaced, standard].map((token) => outcome(token))).toEqual(Array(3).fill('INVALID_TOKEN'))
  })

  test('an oversized token is refused', () =>
    expect(outcome(signToken({ ...CLAIMS, name: 'x'.repeat(8_000) }))).toBe('INVALID_TOKEN'))

  test('refuses an expired token, and accepts a token within the skew', () => {
    expect(outcome(signToken(), new Date(NOON.getTime() + 929_000))).toBe('7')
    expect(outcome(signToken(), new Date(NOON.getTime() + 931_000))).toBe('INVALID_TOKEN')
  })

  test('refuses a token of the future, by iat and by nbf', () => {
    expect(outcome(signToken({ ...CLAIMS, iat: NOW + 31 }))).toBe('INVALID_TOKEN')
    expect(outcome(signToken({ ...CLAIMS, nbf: NOW + 31 }))).toBe('INVALID_TOKEN')
  })

  test.each([
    ['another issuer', { iss: 'https://evil.example.org' }],
    ['another audience', { aud: 'other' }],
    ['a list without ours', { aud: ['other', 'another'] }],
    ['no issuer, where one is required', { iss: undefined }],
    ['no audience, where one is required', { aud: undefined }],
  ])('§3.8, §3.9 %s is refused', (_, more) =>
    expect(outcome(signToken(JSON.parse(JSON.stringify({ ...CLAIMS, ...more }))))).toBe('INVALID_TOKEN'),
  )

  test('§3.11 refuses another type of token', () => {
    for (const typ of ['id_token+jwt', 'logout+jwt', 'dpop+jwt'])
      expect(outcome(signToken(CLAIMS, { typ }))).toBe('INVALID_TOKEN')
  })

  test('refuses a signature over other claims', () => {
    const [header = ''] = signToken().split('.')
    expect(outcome(`${header}.${part({ ...CLAIMS, sub: '2' })}.${signature}`)).toBe('INVALID_TOKEN')
  })
})

describe('C7.2 keys', () => {
  const issued = (keys: TokenKeys): string =>
    issueAccessToken(
      {
        subject: '7',
        name: 'Ada',
        clientId: 'app',
        scopes: ['a:b'],
        sessionId: null,
        signedInAt: null,
        issuedAt: NOW,
      },
      createSettings(keys),
    )

  test.each(['ES256', 'RS256'] as const)(
    'a token of %s has a type, and is valid with the published keys',
    async (kind) => {
      const keys = parsePemKeys(PEM[kind])
      const keySet = jose.createLocalJWKSet({ keys: exportPublicKeys(keys) as jose.JWK[] })
      const { protectedHeader, payload } = await jose.jwtVerify(issued(keys), keySet, {
        typ: 'at+jwt',
        algorithms: [kind],
        currentDate: NOON,
      })
      expect(protectedHeader.kid).toBe(keys.signing.id)
      expect(payload).toMatchObject({ sub: '7', client_id: 'app', scope: 'a:b', exp: NOW + 900 })
      expect(JSON.stringify(exportPublicKeys(keys))).not.toContain('"d"')
    },
  )

  test('kid is the RFC 7638 thumbprint', async () => {
    const [published] = exportPublicKeys(parsePemKeys(PEM.RS256)) as jose.JWK[]
    expect(published?.kid).toBe(await jose.calculateJwkThumbprint(published ?? {}))
  })

  test('during a change of keys, tokens of both keys are valid, and the first key signs', () => {
    const [before, during] = [parsePemKeys(PEM.RS256), parsePemKeys(PEM.ES256 + PEM.RS256)]
    expect(during.signing.algorithm).toBe('ES256')
    expect(exportPublicKeys(during)).toHaveLength(2)
    for (const token of [issued(before), issued(during)])
      expect(verifyAccessToken(token, createSettings(during), NOON).subject).toBe('7')
  })

  test('refuses the tokens of an old key after its removal', () =>
    expect(() =>
      verifyAccessToken(issued(parsePemKeys(PEM.RS256)), createSettings(parsePemKeys(PEM.ES256)), NOON),
    ).toThrow('invalid'))

  test('with keys of a file, the secret still verifies tokens of other signers, and signs none', () => {
    const keys = addSecret(parsePemKeys(PEM.ES256), SECRET)
    const { issuer, audience } = createSettings(keys)
    const plain = jwt.sign(
      { sub: '7', iat: NOW, exp: NOW + 60, iss: issuer, aud: audience },
      createSecretKey(SECRET, 'utf8'),
    )
    expect(verifyAccessToken(plain, createSettings(keys), NOON).subject).toBe('7')
    expect(exportPublicKeys(keys)).toHaveLength(1)
  })

  test.each([
    ['nothing', ''],
    ['no PEM', 'secret'],
    [
      'a public key alone',
      generateKeyPairSync('ec', { namedCurve: 'P-256' })
        .publicKey.export({ type: 'spki', format: 'pem' })
        .toString(),
    ],
    [
      'another curve',
      generateKeyPairSync('ec', { namedCurve: 'P-384' })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
    ],
    [
      'a short RSA key',
      generateKeyPairSync('rsa', { modulusLength: 1_024 })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
    ],
  ])('refuses a file with %s, and names the required form', (_, text) =>
    expect(() => parsePemKeys(text)).toThrow(/^must contain/),
  )
})

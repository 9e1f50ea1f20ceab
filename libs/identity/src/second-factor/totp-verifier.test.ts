import type { UserId } from '@content-service/domain'
import { TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { createSealer, type Sealer } from '../secrets/sealer.ts'
import { createTotpVerifier, createRecoveryCode, digestRecoveryCode } from './totp-verifier.ts'

const ADA = 7 as UserId
const EVE = 8 as UserId
const key = (fill: number): Uint8Array => new Uint8Array(32).fill(fill)
const sealer = createSealer([key(1)])
const keeper = createTotpVerifier(sealer)

/**
 * RFC 6238 appendix B: the secret of SHA-1, and its codes. The last six of their eight digits are the six-digit codes.
 */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const RFC_CODES = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const
const createRfcFactor = (by: Sealer = sealer) => ({
  userId: ADA,
  sealedSecret: by.seal(RFC_SECRET, 'second factor of user 7'),
})
const seconds = (count: number): Date => new Date(count * 1000)

test('C15.20 an authenticator app shows the name of the service', () => {
  const { uri } = createTotpVerifier(sealer, 'Ada & Sons').newSecret(ADA, 'ada')
  expect(new URL(uri).searchParams.get('issuer')).toBe('Ada & Sons')
})

describe('RFC 6238 one-time codes', () => {
  test.each(RFC_CODES)('at %i seconds the code is %s', (time, code) =>
    expect(keeper.findStep(createRfcFactor(), code, seconds(time))).toBe(Math.floor(time / 30)),
  )

  test('a code is valid one step before and after its own step, and names its own step', () => {
    const steps = [-60, -30, 0, 30, 60].map((shift) =>
      keeper.findStep(createRfcFactor(), '081804', seconds(1_111_111_109 + shift)),
    )
    expect(steps).toEqual([null, 37_037_036, 37_037_036, 37_037_036, null])
  })

  test.each(['081805', '801804', 'abcdef'])('%j is wrong', (code) =>
    expect(keeper.findStep(createRfcFactor(), code, seconds(1_111_111_109))).toBeNull(),
  )

  test('a new secret has 160 bits, and an address for authenticator apps', () => {
    const { secret, uri, sealed } = keeper.newSecret(ADA, 'ada')
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const url = new URL(uri)
    expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/content-service:ada',
    ])
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'content-service',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    const now = seconds(1_800_000_000)
    const code = new TOTP({ secret }).generate({ timestamp: now.getTime() })
    expect(keeper.findStep({ userId: ADA, sealedSecret: sealed }, code, now)).toBe(60_000_000)
    expect(keeper.newSecret(ADA, 'ada').secret).not.toBe(secret)
  })
})

describe('a stored secret', () => {
  test('does not reveal the secret, and differs each time', () => {
    const [first, second] = [sealer.seal(RFC_SECRET, 'x'), sealer.seal(RFC_SECRET, 'x')]
    expect(first).not.toBe(second)
    expect(Buffer.from(first, 'base64url').includes(RFC_SECRET)).toBe(false)
  })

  test('cannot be opened for another user, or after the change of a bit', () => {
    const { sealedSecret } = createRfcFactor()
    expect(() => keeper.findStep({ userId: EVE, sealedSecret }, '287082', seconds(59))).toThrow()
    const last = sealedSecret.at(-3) === 'A' ? 'B' : 'A'
    const changed = sealedSecret.slice(0, -3) + last + sealedSecret.slice(-2)
    expect(() => keeper.findStep({ userId: ADA, sealedSecret: changed }, '287082', seconds(59))).toThrow()
  })

  test('is opened with an earlier key besides the new key, and sealed with the new key', () => {
    const both = createSealer([key(2), key(1)])
    expect(createTotpVerifier(both).findStep(createRfcFactor(), '287082', seconds(59))).toBe(1)
    expect(createSealer([key(2)]).open(both.seal('text', 'x'), 'x')).toBe('text')
  })

  test('the error of a missing key names the setting', () => {
    const other = createSealer([key(3)])
    expect(() => other.open(sealer.seal('text', 'x'), 'x')).toThrow(/Set ENCRYPTION_SECRET to/)
  })
})

describe('recovery codes', () => {
  test('are four groups of four, without letters that look like digits', () => {
    for (let count = 0; count < 50; count += 1)
      expect(createRecoveryCode().text).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  })

  test('are recognized in every usual way of typing', () => {
    const digest = digestRecoveryCode('7K2M-9QXR-01BV-W0HD')
    for (const typed of ['7k2m9qxr01bvw0hd', ' 7K2M 9QXR OlBV WoHD ', '7K2M-9QXR-0IBV-W0HD'])
      expect(digestRecoveryCode(typed)).toBe(digest)
    expect(digestRecoveryCode('7K2M-9QXR-01BV-W0HE')).not.toBe(digest)
  })

  test('are stored as digests', () => {
    const { text, digest } = createRecoveryCode()
    expect(digestRecoveryCode(text)).toBe(digest)
    expect(digest).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })
})

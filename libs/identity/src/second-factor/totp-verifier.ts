import type { UserId } from '@content-service/domain'
import type { TotpVerifier } from '@content-service/domain/internal/second-factor'
import type { MadeSecret } from '@content-service/domain/internal/api-keys'
import { Secret, TOTP } from 'otpauth'
import { randomInt } from 'node:crypto'
import type { Sealer } from '../secrets/sealer.ts'
import { digest } from '../secrets/secrets.ts'

/** Crockford's base32, without letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 80 bits: an attacker cannot try all codes, even with the digests. */
const CODE_LENGTH = 16
const CODE_GROUP = /.{4}(?!$)/g

const MISREAD: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/** Long enough for a blank on both sides of each character. */
const MOST_TYPED = 3 * CODE_LENGTH

/** Accepts any letter case, blanks, hyphens, and letters in the place of similar digits. */
const normalizeCode = (code: string): string =>
  code
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll(/[OIL]/g, (letter) => MISREAD[letter] ?? letter)

export const digestRecoveryCode = (code: string): string =>
  digest(`recovery code ${code.length > MOST_TYPED ? 'too long' : normalizeCode(code)}`)

/** A code such as `7K2M-9QXR-4TBV-W0HD`. */
export const createRecoveryCode = (): MadeSecret => {
  const characters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
  const text = characters.join('').replaceAll(CODE_GROUP, '$&-')
  return { text, digest: digestRecoveryCode(text) }
}

/** The parameters that every authenticator app supports (RFC 6238 §4; RFC 4226 §4 R6 requires 160 bits). */
const CODES = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const SECRET_BYTES = 20
/** RFC 6238 §5.2: accepts one step before and after, for inexact clocks and slow typing. */
const WINDOW = 1

const about = (user: UserId): string => `second factor of user ${user}`

const createTotp = (secret: string): TOTP => new TOTP({ ...CODES, secret: Secret.fromBase32(secret) })

/** One-time codes with encrypted secrets, and recovery codes. Authenticator apps show the issuer (C15.20). */
export const createTotpVerifier = (sealer: Sealer, issuer = 'content-service'): TotpVerifier => ({
  newSecret: (user, label) => {
    const totp = new TOTP({ ...CODES, issuer, label, secret: new Secret({ size: SECRET_BYTES }) })
    const secret = totp.secret.base32
    return { secret, uri: totp.toString(), sealed: sealer.seal(secret, about(user)) }
  },
  findStep: ({ userId, sealedSecret }, code, now) => {
    const totp = createTotp(sealer.open(sealedSecret, about(userId)))
    const timestamp = now.getTime()
    const delta = totp.validate({ token: code, timestamp, window: WINDOW })
    return delta === null ? null : totp.counter({ timestamp }) + delta
  },
  newRecoveryCode: createRecoveryCode,
  digest: digestRecoveryCode,
})

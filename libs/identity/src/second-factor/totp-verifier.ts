import type { TotpVerifier, UserId } from '@content-service/domain'
import { Secret, TOTP } from 'otpauth'
import { createRecoveryCode, digestRecoveryCode } from './recovery-codes.ts'
import type { Sealer } from '../sealer.ts'

/** The parameters that every authenticator app supports (RFC 6238 §4; RFC 4226 §4 R6 requires 160 bits). */
const ISSUER = 'content-service'
const CODES = { issuer: ISSUER, algorithm: 'SHA1', digits: 6, period: 30 } as const
const SECRET_BYTES = 20
/** RFC 6238 §5.2: one step before and after, for clocks and slow fingers. */
const WINDOW = 1

const about = (user: UserId): string => `second factor of user ${user}`

const createTotp = (secret: string): TOTP => new TOTP({ ...CODES, secret: Secret.fromBase32(secret) })

/** One-time codes with encrypted secrets, and recovery codes. */
export const createTotpVerifier = (sealer: Sealer): TotpVerifier => ({
  newSecret: (user, label) => {
    const totp = new TOTP({ ...CODES, label, secret: new Secret({ size: SECRET_BYTES }) })
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

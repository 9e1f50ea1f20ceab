import { userId, type User } from '@content-service/domain'
import jwt from 'jsonwebtoken'
import { invalidToken } from './refusal.ts'

export interface BearerSettings {
  /** At least 32 bytes (C7.2). */
  readonly secret: string
  readonly issuer: string
  readonly audience: string
}

/** C7.2. */
const SKEW_SECONDS = 30
const LEAST_SECRET_BYTES = 32
/** No token of ours comes near; longer ones cost more to parse than they are worth. */
const MAX_TOKEN_LENGTH = 8_192
const CANONICAL_PART = /^[A-Za-z0-9_-]+$/
/** Headers by which a token would choose the key that checks it (RFC 8725 §3.10), or ask for what we do not know. */
const REFUSED_HEADERS = ['crit', 'jku', 'x5u', 'jwk', 'x5c']

export interface TokenClaims {
  readonly subject: string
  /** Whole seconds. */
  readonly issuedAt: number
}

export const checkSecret = (secret: string): string | null =>
  Buffer.byteLength(secret) < LEAST_SECRET_BYTES ? `must have at least ${LEAST_SECRET_BYTES} bytes` : null

/** Another text for the same bytes would be another token to caches and logs. */
const isCanonical = (part: string): boolean =>
  CANONICAL_PART.test(part) && Buffer.from(part, 'base64url').toString('base64url') === part

const isWellFormed = (token: string): boolean => {
  const parts = token.split('.')
  return token.length <= MAX_TOKEN_LENGTH && parts.length === 3 && parts.every(isCanonical)
}

const matches = (claim: unknown, expected: string): boolean =>
  claim === undefined || claim === expected || (Array.isArray(claim) && claim.includes(expected))

/** What a good token says. @throws CredentialRefused INVALID_TOKEN. */
export const verifyBearer = (token: string, settings: BearerSettings, now: Date): TokenClaims => {
  if (!isWellFormed(token)) throw invalidToken()
  const { header, payload } = verified(token, settings.secret, now)
  if (REFUSED_HEADERS.some((name) => name in header)) throw invalidToken()
  const { sub, iat, exp, iss, aud } = payload
  if (typeof sub !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') throw invalidToken()
  if (iat > now.getTime() / 1000 + SKEW_SECONDS) throw invalidToken()
  if (!matches(iss, settings.issuer) || !matches(aud, settings.audience)) throw invalidToken()
  return { subject: sub, issuedAt: iat }
}

const verified = (
  token: string,
  secret: string,
  now: Date,
): jwt.Jwt & { readonly payload: jwt.JwtPayload } => {
  try {
    const clockTimestamp = Math.floor(now.getTime() / 1000)
    const decoded = jwt.verify(token, secret, {
      algorithms: ['HS256'],
      complete: true,
      clockTimestamp,
      clockTolerance: SKEW_SECONDS,
    })
    if (typeof decoded.payload === 'string') throw invalidToken()
    return { ...decoded, payload: decoded.payload }
  } catch {
    throw invalidToken()
  }
}

/** C3.2, C3.6: the token's user, who is active and has not signed out since. */
export const userOfToken = async (
  { subject, issuedAt }: TokenClaims,
  find: (id: NonNullable<ReturnType<typeof userId>>) => Promise<User | null>,
): Promise<User> => {
  const id = userId(subject)
  const user = id && (await find(id))
  if (!user || user.deleted || user.status !== 'ACTIVE') throw invalidToken()
  if (issuedAt * 1000 < user.tokensValidFrom.getTime()) throw invalidToken()
  return user
}

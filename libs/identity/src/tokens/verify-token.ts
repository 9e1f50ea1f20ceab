import { parseSessionId, type SessionId } from '@content-service/domain/internal/rules'
import type jwt from 'jsonwebtoken'
import { invalidToken } from '../refusals/refusal.ts'
import { loadJwt } from './jsonwebtoken.ts'
import type { TokenKey, TokenKeys } from './token-keys.ts'

export interface TokenSettings {
  readonly keys: TokenKeys
  readonly issuer: string
  readonly audience: string
  /** C7.2: whether a token without the claim is refused. */
  readonly requires: { readonly issuer: boolean; readonly audience: boolean }
}

/** The claims of a valid token. */
export interface TokenClaims {
  readonly subject: string
  /** In whole seconds, like `expiresAt`. */
  readonly issuedAt: number
  /** Whether the service issued the token before its clock was set back. Other tokens from the future are refused. */
  readonly isOfTheFuture: boolean
  readonly expiresAt: number
  /** Null in tokens that other programs signed with the secret. */
  readonly id: string | null
  readonly clientId: string | null
  readonly sessionId: SessionId | null
  /**
   * The time of the person's sign-in, in whole seconds (`auth_time`, OpenID Connect Core §2); null in tokens without a
   * session.
   */
  readonly signedInAt: number | null
  /** The scopes of the token; null for all permissions of the user. */
  readonly scopes: readonly string[] | null
}

/** C7.2. */
export const SKEW_SECONDS = 30
/** Tokens of the service are much shorter. Longer tokens would take time to parse. */
const MAX_TOKEN_LENGTH = 8_192
const CANONICAL_PART = /^[A-Za-z0-9_-]+$/
/** Headers with which a token could choose the key that checks it (RFC 8725 §3.10), or require unknown extensions. */
const REFUSED_HEADERS = ['crit', 'jku', 'x5u', 'jwk', 'x5c']

/** Whether the text is canonical. Another text for the same bytes would be another token for caches and logs. */
const isCanonical = (part: string): boolean =>
  CANONICAL_PART.test(part) && Buffer.from(part, 'base64url').toString('base64url') === part

const isWellFormed = (token: string): boolean => {
  const parts = token.split('.')
  return token.length <= MAX_TOKEN_LENGTH && parts.length === 3 && parts.every(isCanonical)
}

/**
 * RFC 9068 §4: tokens of an asymmetric key have the type of access tokens. Tokens of the shared secret need no type.
 */
const isTyped = (typ: unknown, { id }: TokenKey): boolean => {
  const types = id === undefined ? [undefined, 'jwt', 'at+jwt'] : ['at+jwt', 'application/at+jwt']
  return types.includes(typeof typ === 'string' ? typ.toLowerCase() : undefined)
}

/** The key of the header's `kid`, if the header has the algorithm of that key. */
const findKey = ({ kid, alg, typ }: jwt.JwtHeader, keys: TokenKeys): TokenKey => {
  const key = keys.all.find(({ id }) => id === kid)
  if (key?.algorithm !== alg || !isTyped(typ, key)) throw invalidToken()
  return key
}

const readHeader = (token: string): jwt.JwtHeader => {
  const header = loadJwt().decode(token, { complete: true })?.header
  if (header === undefined || REFUSED_HEADERS.some((name) => name in header)) throw invalidToken()
  return header
}

const readPayload = (token: string, { verify, algorithm }: TokenKey, now: Date): jwt.JwtPayload => {
  const payload = loadJwt().verify(token, verify, {
    algorithms: [algorithm],
    clockTimestamp: Math.floor(now.getTime() / 1000),
    clockTolerance: SKEW_SECONDS,
  })
  if (typeof payload === 'string') throw invalidToken()
  return payload
}

const verifyPayload = (token: string, keys: TokenKeys, now: Date): jwt.JwtPayload => {
  try {
    return readPayload(token, findKey(readHeader(token), keys), now)
  } catch {
    throw invalidToken()
  }
}

const matches = (claim: unknown, expected: string, isRequired: boolean): boolean =>
  claim === undefined ? !isRequired : claim === expected || (Array.isArray(claim) && claim.includes(expected))

const readText = (claim: unknown): string | null => {
  if (claim === undefined) return null
  if (typeof claim !== 'string') throw invalidToken()
  return claim
}

const readScopes = (claim: unknown): readonly string[] | null =>
  readText(claim)
    ?.split(' ')
    .filter((scope) => scope !== '') ?? null

const readSession = (claim: string | null): SessionId | null => {
  const session = claim === null ? null : parseSessionId(claim)
  if (session === null && claim !== null) throw invalidToken()
  return session
}

const readClaims = (payload: jwt.JwtPayload, now: Date): TokenClaims => {
  const { sub, iat, exp, jti, client_id, sid, scope, auth_time: signedInAt } = payload
  if (typeof sub !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') throw invalidToken()
  return {
    subject: sub,
    issuedAt: iat,
    isOfTheFuture: iat > now.getTime() / 1000 + SKEW_SECONDS,
    expiresAt: exp,
    id: readText(jti),
    clientId: readText(client_id),
    sessionId: readSession(readText(sid)),
    signedInAt: typeof signedInAt === 'number' ? signedInAt : null,
    scopes: readScopes(scope),
  }
}

const isOurs = ({ iss, jti }: jwt.JwtPayload, { issuer }: TokenSettings): boolean =>
  iss === issuer && jti !== undefined

/** The claims of a valid token (RFC 8725, C7.2). @throws CredentialRefused INVALID_TOKEN. */
export const verifyAccessToken = (token: string, settings: TokenSettings, now: Date): TokenClaims => {
  if (!isWellFormed(token)) throw invalidToken()
  const payload = verifyPayload(token, settings.keys, now)
  const { issuer, audience, requires } = settings
  if (!matches(payload.iss, issuer, requires.issuer)) throw invalidToken()
  if (!matches(payload.aud, audience, requires.audience)) throw invalidToken()
  const claims = readClaims(payload, now)
  if (claims.isOfTheFuture && !isOurs(payload, settings)) throw invalidToken()
  return claims
}

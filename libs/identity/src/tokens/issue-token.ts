import { randomUUID } from 'node:crypto'
import type jwt from 'jsonwebtoken'
import { loadJwt } from './jsonwebtoken.ts'
import type { TokenSettings } from './verify-token.ts'

/** C7.5. */
export const ACCESS_TOKEN_SECONDS = 900

/** The claims in which access tokens differ. */
export interface NewToken {
  /** The id of a user, or of a client that calls on its own behalf. */
  readonly subject: string
  readonly name: string
  /** Null without a client. */
  readonly clientId: string | null
  /** Null for all permissions of the user. */
  readonly scopes: readonly string[] | null
  /** The session of the token, or null. */
  readonly sessionId: string | null
  /** The time of the user's sign-in, in whole seconds; null without a user. */
  readonly signedInAt: number | null
  /** Whole seconds. */
  readonly issuedAt: number
}

/** RFC 9068 §2.1: tokens of an asymmetric key have the type `at+jwt`. HS256 tokens have the type of any JWT library. */
const createHeader = ({ keys }: TokenSettings): jwt.JwtHeader => {
  const { algorithm, id } = keys.signing
  return id === undefined ? { alg: algorithm, typ: 'JWT' } : { alg: algorithm, typ: 'at+jwt', kid: id }
}

/** C7.2: an access token for 15 minutes. */
export const issueAccessToken = (token: NewToken, settings: TokenSettings): string => {
  const { subject, name, clientId, scopes, sessionId, signedInAt, issuedAt } = token
  const payload = {
    sub: subject,
    name,
    iat: issuedAt,
    exp: issuedAt + ACCESS_TOKEN_SECONDS,
    iss: settings.issuer,
    aud: settings.audience,
    jti: randomUUID(),
    ...(clientId !== null && { client_id: clientId }),
    ...(scopes !== null && { scope: scopes.join(' ') }),
    ...(sessionId !== null && { sid: sessionId }),
    ...(signedInAt !== null && { auth_time: signedInAt }),
  }
  const { sign, algorithm } = settings.keys.signing
  return loadJwt().sign(payload, sign, { algorithm, header: createHeader(settings) })
}

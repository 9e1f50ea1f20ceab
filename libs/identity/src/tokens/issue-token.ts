import { randomUUID } from 'node:crypto'
import jwt from 'jsonwebtoken'
import type { TokenSettings } from './verify-token.ts'

/** C7.5. */
export const ACCESS_TOKEN_SECONDS = 900

/** What a new access token says, beside what every token of ours does. */
export interface NewToken {
  /** A user's id; a client's when it speaks for itself. */
  readonly subject: string
  readonly name: string
  readonly clientId: string
  readonly scopes: readonly string[]
  /** The session that the token ends with; null when there is none. */
  readonly sessionId: string | null
  /** When the person behind it signed in, in whole seconds; null when there is none. */
  readonly signedInAt: number | null
  /** Whole seconds. */
  readonly issuedAt: number
}

/** RFC 9068 §2.1: typed, where a key of its own signs it; HS256 tokens stay what any JWT library makes. */
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
    client_id: clientId,
    scope: scopes.join(' '),
    ...(sessionId !== null && { sid: sessionId }),
    ...(signedInAt !== null && { auth_time: signedInAt }),
  }
  const { sign, algorithm } = settings.keys.signing
  return jwt.sign(payload, sign, { algorithm, header: createHeader(settings) })
}

import type { OAuthClient } from '@content-service/domain/internal/clients'
import { findTokenCaller, type TokenFacts } from '../sign-in/bearer.ts'
import { CredentialRefused } from '../refusals/refusal.ts'
import { verifyAccessToken, type TokenClaims } from '../tokens/verify-token.ts'
import { findRefreshToken, findRefreshTokenUser } from './grant-tokens.ts'
import type { OAuthServer } from './oauth-server.ts'

const returnNullIfRefused = (error: unknown): null => {
  if (error instanceof CredentialRefused) return null
  throw error
}

/** The claims of an access token of this client, revoked or not; otherwise null. */
export const readOwnAccessToken = async (
  token: string,
  client: OAuthClient,
  { tokens, now }: OAuthServer,
): Promise<TokenClaims | null> => {
  try {
    const claims = verifyAccessToken(token, tokens, now())
    return claims.clientId === client.id ? claims : null
  } catch (error) {
    return returnNullIfRefused(error)
  }
}

/** The facts are read without a cache, so that a revoked token is inactive at once (C7.5). */
const createTokenFacts = ({ stores, user, policy }: OAuthServer): TokenFacts => ({
  policy,
  user,
  client: (id) => stores.clients.get(id),
  isRevoked: (claims) => stores.grants.isRevoked(claims),
})

/** RFC 7662 §2.2: the response about a valid token. */
type Status = Readonly<Record<string, string | number>>

const describeAccessToken = async (
  token: string,
  client: OAuthClient,
  server: OAuthServer,
): Promise<Status | null> => {
  const claims = await readOwnAccessToken(token, client, server)
  const caller =
    claims && (await findTokenCaller(claims, createTokenFacts(server)).catch(returnNullIfRefused))
  if (claims === null || caller === null) return null
  const { subject, issuedAt, expiresAt, scopes, id } = claims
  return {
    token_type: 'Bearer',
    sub: subject,
    iat: issuedAt,
    exp: expiresAt,
    ...(scopes !== null && scopes.length > 0 && { scope: scopes.join(' ') }),
    iss: server.tokens.issuer,
    aud: server.tokens.audience,
    ...(id !== null && { jti: id }),
  }
}

const toSeconds = (time: Date): number => Math.floor(time.getTime() / 1_000)

const describeRefreshToken = async (
  secret: string,
  client: OAuthClient,
  server: OAuthServer,
): Promise<Status | null> => {
  const token = await findRefreshToken(secret, client, server)
  const user = token && !token.isUsed && (await findRefreshTokenUser(token, server))
  if (!token || !user) return null
  const { issuedAt, expiresAt, scopes } = token
  return {
    token_type: 'refresh_token',
    sub: String(user.id),
    iat: toSeconds(issuedAt),
    exp: toSeconds(expiresAt),
    scope: scopes.join(' '),
  }
}

/** Describes a valid token of this client; null for other tokens. */
export const describeToken = async (
  token: string,
  client: OAuthClient,
  server: OAuthServer,
): Promise<Status | null> =>
  (await describeAccessToken(token, client, server)) ?? describeRefreshToken(token, client, server)

import { issuedAt, type OAuthClient, type SessionId, type User } from '@content-service/domain'
import { issueAccessToken } from '../tokens/issue-token.ts'
import type { OAuthRequest, Parameters } from './http.ts'
import type { KnownRefreshToken } from './oauth-store.ts'
import { addSeconds, REFRESH_SECONDS, findSignedInUser, type OAuthServer } from './oauth-server.ts'
import { digest } from '../secrets.ts'
import { createSecret } from './secrets.ts'

/** One request of an authenticated client to the token endpoint. */
export interface Exchange {
  readonly client: OAuthClient
  readonly form: Parameters
  readonly request: OAuthRequest
}

interface Authorized {
  readonly client: OAuthClient
  readonly scopes: readonly string[]
}

/** An access token that speaks for the client itself. */
export const issueClientToken = (
  { client: { id, name }, scopes }: Authorized,
  { tokens, now }: OAuthServer,
): string => {
  const claims = { subject: id, name, sessionId: null, signedInAt: null, clientId: id, scopes }
  return issueAccessToken({ ...claims, issuedAt: issuedAt(now(), new Date(0)) }, tokens)
}

interface UserSession {
  readonly id: SessionId
  readonly user: User
  readonly signedInAt: Date | null
}

/** An access token that speaks for a user in a session. */
export const issueUserToken = (
  { id, user, signedInAt }: UserSession,
  { client, scopes }: Authorized,
  { tokens, now }: OAuthServer,
): string =>
  issueAccessToken(
    {
      subject: String(user.id),
      name: user.name,
      sessionId: id,
      signedInAt: signedInAt && Math.floor(signedInAt.getTime() / 1_000),
      issuedAt: issuedAt(now(), user.tokensValidFrom),
      clientId: client.id,
      scopes,
    },
    tokens,
  )

/** C3.6: in whole seconds, so that it compares with `tokensValidFrom` as the `iat` of tokens does. */
export const toGrantTime = (now: Date, { tokensValidFrom }: User): Date =>
  new Date(issuedAt(now, tokensValidFrom) * 1_000)

/** A new refresh token, and its record in the store. */
export const createRefreshToken = (sessionId: SessionId, now: Date) => {
  const secret = createSecret()
  return { secret, kept: { hash: digest(secret), sessionId, expiresAt: addSeconds(now, REFRESH_SECONDS) } }
}

/** The record of a refresh token of this client, valid or not. */
export const findRefreshToken = async (
  secret: string,
  client: OAuthClient,
  { stores }: OAuthServer,
): Promise<KnownRefreshToken | null> => {
  const token = await stores.grants.refreshToken(digest(secret))
  return token?.clientId === client.id ? token : null
}

/** The user of a valid refresh token, or null. */
export const findRefreshTokenUser = async (
  token: KnownRefreshToken,
  server: OAuthServer,
): Promise<User | null> =>
  token.isUsed || token.isEnded || token.expiresAt <= server.now() ? null : findSignedInUser(server, token)

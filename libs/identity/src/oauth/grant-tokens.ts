import { computeIssuedAt, type User } from '@content-service/domain'
import type { OAuthClient } from '@content-service/domain/internal/clients'
import type { SessionId } from '@content-service/domain/internal/rules'
import { issueAccessToken } from '../tokens/issue-token.ts'
import { createSecret, digest } from '../secrets/secrets.ts'
import type { OAuthRequest, Parameters } from '../web/http.ts'
import type { KnownRefreshToken } from './oauth-store.ts'
import { OAuthError } from '../web/oauth-error.ts'
import { addSeconds, REFRESH_SECONDS, findSignedInUser, type OAuthServer } from './oauth-server.ts'

/** One request of an authenticated client to the token endpoint. */
export interface TokenRequest {
  readonly client: OAuthClient
  readonly form: Parameters
  readonly request: OAuthRequest
}

/** The subject of new tokens: a user in a session, or the client itself. */
export type TokenSubject =
  | { readonly kind: 'client' }
  | {
      readonly kind: 'user'
      readonly user: User
      readonly session: SessionId
      readonly signedInAt: Date | null
      readonly isNew: boolean
    }

export const invalidGrant = (message: string): OAuthError => new OAuthError('invalid_grant', message)

/** The claims of a token that name its subject, and the time since which the subject is signed in. */
const createSubjectClaims = (subject: TokenSubject, client: OAuthClient, now: Date) =>
  subject.kind === 'client'
    ? {
        subject: client.id,
        name: client.name,
        sessionId: null,
        signedInAt: null,
        issuedAt: computeIssuedAt(now, new Date(0)),
      }
    : {
        subject: String(subject.user.id),
        name: subject.user.name,
        sessionId: subject.session,
        signedInAt: subject.signedInAt && Math.floor(subject.signedInAt.getTime() / 1_000),
        issuedAt: computeIssuedAt(now, subject.user.tokensValidFrom),
      }

/** A new access token of a subject. Without scopes, it may do all that the user may. */
export const issueSubjectToken = (
  subject: TokenSubject,
  { client, scopes }: { readonly client: OAuthClient; readonly scopes: readonly string[] | null },
  { tokens, now }: OAuthServer,
): string =>
  issueAccessToken({ ...createSubjectClaims(subject, client, now()), clientId: client.id, scopes }, tokens)

/** C3.6: the time in whole seconds, so that it compares with `tokensValidFrom` like the `iat` of tokens. */
export const toGrantTime = (now: Date, { tokensValidFrom }: User): Date =>
  new Date(computeIssuedAt(now, tokensValidFrom) * 1_000)

/** A new refresh token, with its record for the store. */
export const createRefreshToken = (sessionId: SessionId, now: Date, secret = createSecret()) => ({
  secret,
  kept: { hash: digest(secret), sessionId, expiresAt: addSeconds(now, REFRESH_SECONDS) },
})

/** The refresh token of this client, valid or not. */
export const findRefreshToken = async (
  secret: string,
  client: OAuthClient,
  { stores }: OAuthServer,
): Promise<KnownRefreshToken | null> => {
  const token = await stores.grants.refreshToken(digest(secret))
  return token?.clientId === client.id ? token : null
}

/** The user of a refresh token whose session goes on; null for other tokens. */
export const findRefreshTokenUser = async (
  token: Pick<KnownRefreshToken, 'isEnded' | 'expiresAt' | 'userId' | 'issuedAt'>,
  server: OAuthServer,
): Promise<User | null> =>
  token.isEnded || token.expiresAt <= server.now() ? null : findSignedInUser(server, token)

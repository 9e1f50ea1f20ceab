import { computeIssuedAt, type OAuthClient, type SessionId, type User } from '@content-service/domain'
import { issueAccessToken } from '../tokens/issue-token.ts'
import type { OAuthRequest, Parameters } from './http.ts'
import type { KnownRefreshToken } from './oauth-store.ts'
import { OAuthError } from './oauth-error.ts'
import { addSeconds, REFRESH_SECONDS, findSignedInUser, type OAuthServer } from './oauth-server.ts'
import { createSecret, digest } from '../secrets.ts'

/** One request to the token endpoint, of a client that has proved who it is. */
export interface Exchange {
  readonly client: OAuthClient
  readonly form: Parameters
  readonly request: OAuthRequest
}

/** Whom new tokens speak for: a user in a session, or the client itself. */
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

/** Whom a token of the subject names, and since when. */
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

/** The access token of a subject, issued now. */
export const issueSubjectToken = (
  subject: TokenSubject,
  { client, scopes }: { readonly client: OAuthClient; readonly scopes: readonly string[] },
  { tokens, now }: OAuthServer,
): string =>
  issueAccessToken({ ...createSubjectClaims(subject, client, now()), clientId: client.id, scopes }, tokens)

/** C3.6: whole seconds, so that the time compares with `tokensValidFrom` as the `iat` of tokens does. */
export const toGrantTime = (now: Date, { tokensValidFrom }: User): Date =>
  new Date(computeIssuedAt(now, tokensValidFrom) * 1_000)

/** A refresh token that is new, with what is kept of it. */
export const createRefreshToken = (sessionId: SessionId, now: Date) => {
  const secret = createSecret()
  return { secret, kept: { hash: digest(secret), sessionId, expiresAt: addSeconds(now, REFRESH_SECONDS) } }
}

/** The refresh token of this client, good or not. */
export const findRefreshToken = async (
  secret: string,
  client: OAuthClient,
  { stores }: OAuthServer,
): Promise<KnownRefreshToken | null> => {
  const token = await stores.grants.refreshToken(digest(secret))
  return token?.clientId === client.id ? token : null
}

/** Whom a refresh token that is still good speaks for; null when it is not. */
export const findRefreshTokenUser = async (
  token: KnownRefreshToken,
  server: OAuthServer,
): Promise<User | null> =>
  token.isUsed || token.isEnded || token.expiresAt <= server.now() ? null : findSignedInUser(server, token)

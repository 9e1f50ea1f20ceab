import type { User, UserId } from '@content-service/domain'
import type { OAuthClient } from '@content-service/domain/internal/clients'
import type { AuditContext } from '@content-service/domain/internal/audit'
import type { ContentPolicy } from '@content-service/domain/internal/access'
import type { Sealer } from '../secrets/sealer.ts'
import type { SignIn } from '../sign-in/sign-in.ts'
import type { TokenSettings } from '../tokens/verify-token.ts'
import type { OAuthStores } from './oauth-store.ts'

/** The dependencies of the endpoints. */
export interface OAuthServer {
  readonly stores: OAuthStores
  /** Reads the user without a cache. */
  readonly user: (id: UserId) => Promise<User | null>
  readonly signIn: SignIn
  readonly tokens: TokenSettings
  readonly policy: ContentPolicy
  /** The address of this server, as clients know it (RFC 8414 §2). */
  readonly issuer: string
  /** C20.2: the client that is a part of the service; null without the studio. */
  readonly builtIn: OAuthClient | null
  /** C7.5: `OAUTH_PASSWORD_GRANT`. */
  readonly passwordGrant: boolean
  /** The page for a new password. */
  readonly passwordResetUrl: string
  /** Encrypts the result of the first step of a sign-in for the second step. */
  readonly stepSealer: Sealer
  /** C15.3: the secret of the successor of a refresh token. Nobody can compute it from the token alone. */
  readonly deriveSuccessor: (refreshToken: string) => string
  readonly now: () => Date
  /** Logs an error with details that the client must not see. */
  readonly report: (error: unknown) => void
}

/** The dependencies before a request arrives. The audit log names the request of each write and refusal (C7.10). */
export interface OAuthServices extends Omit<OAuthServer, 'stores' | 'report'> {
  readonly recording: (act: AuditContext) => OAuthStores
  readonly report: (error: unknown, requestId: string) => void
}

/** C7.5. A code must survive one redirect only; RFC 9700 §2.1.1 requires a short life. */
export const CODE_SECONDS = 60
export const REFRESH_SECONDS = 30 * 24 * 3_600
/** C15.3: a client that lost a response, or two tabs that refresh at once, may use a refresh token again. */
export const REPEAT_SECONDS = 10

export const addSeconds = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1_000)

/** C3.6: the user of a session that began at that time, or null if the session has ended. */
export const findSignedInUser = async (
  { user: find }: Pick<OAuthServer, 'user'>,
  { userId, issuedAt }: { readonly userId: UserId; readonly issuedAt: Date },
): Promise<User | null> => {
  const user = await find(userId)
  if (!user || user.deleted || user.status !== 'ACTIVE') return null
  return issuedAt < user.tokensValidFrom ? null : user
}

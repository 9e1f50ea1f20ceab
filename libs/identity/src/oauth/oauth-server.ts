import type { Act, ContentPolicy, User, UserId } from '@content-service/domain'
import type { Sealer } from '../sealer.ts'
import type { SignIn } from '../sign-in.ts'
import type { TokenSettings } from '../tokens/verify-token.ts'
import type { OAuthStores } from './oauth-store.ts'

/** What the endpoints work with. */
export interface OAuthServer {
  readonly stores: OAuthStores
  /** As the user is now, not as they were a moment ago. */
  readonly user: (id: UserId) => Promise<User | null>
  readonly signIn: SignIn
  readonly tokens: TokenSettings
  readonly policy: ContentPolicy
  /** The address of this server, as clients know it (RFC 8414 §2). */
  readonly issuer: string
  /** C7.5: `OAUTH_PASSWORD_GRANT`. */
  readonly passwordGrant: boolean
  /** Where a person gets a new password. */
  readonly passwordResetUrl: string
  /** Seals what the second step of a sign-in has to know of the first one. */
  readonly stepSealer: Sealer
  readonly now: () => Date
  /** What the log learns of a failure that the client must not. */
  readonly report: (error: unknown) => void
}

/** The same before a request has come, which is what its writes and refusals are entered as (C7.10). */
export interface OAuthServices extends Omit<OAuthServer, 'stores' | 'report'> {
  readonly recording: (act: Act) => OAuthStores
  readonly report: (error: unknown, requestId: string) => void
}

/** Seconds (C7.5); a code only has to survive one redirect (RFC 9700 §2.1.1 wants it short). */
export const CODE_SECONDS = 60
export const REFRESH_SECONDS = 30 * 24 * 3_600

export const addSeconds = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1_000)

/** C3.6: the user, when whoever was signed in at that time still is. */
export const findSignedInUser = async (
  { user: find }: Pick<OAuthServer, 'user'>,
  { userId, issuedAt }: { readonly userId: UserId; readonly issuedAt: Date },
): Promise<User | null> => {
  const user = await find(userId)
  if (!user || user.deleted || user.status !== 'ACTIVE') return null
  return issuedAt < user.tokensValidFrom ? null : user
}

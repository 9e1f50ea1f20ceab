import type { UserId } from '../ids.ts'
import type { User } from '../users/user.ts'
import type { OneTimeToken } from './one-time-token.ts'

/** Port: what proves that an account is somebody's. Nothing is read through it that could prove it. */
export interface AccountStore {
  /** Without regard to case. */
  byEmail(email: string): Promise<User | null>
  /** Puts the token in the place of the user's earlier one of its purpose, if `decide` lets it; whether it did. */
  replaceToken(
    user: UserId,
    token: OneTimeToken,
    decide: (before: Pick<OneTimeToken, 'createdAt'> | null) => boolean,
  ): Promise<boolean>
  /** Whose token this is, while it is good. */
  ownerOf(digest: string, now: Date): Promise<User | null>
  /**
   * Sets the password, and from when on tokens are good (C3.6). With a token it happens only while that is good, and
   * uses it up: of two at once one is too late. Whether it was done.
   */
  setPassword(user: UserId, change: PasswordChange): Promise<boolean>
  /** Forgets tokens that were good no longer than until then. */
  purgeTokens(expiredBy: Date): Promise<void>
}

export interface PasswordChange {
  readonly passwordHash: string
  readonly now: Date
  readonly tokensValidFrom: Date
  /** The token that allows it, unless who is signed in does. */
  readonly token?: string
}

import type { UserId } from '../ids.ts'
import type { User } from '../users/user.ts'
import type { OneTimeToken, TokenPurpose } from './one-time-token.ts'

/** Port: the credentials of accounts. No secret can be read through the port. */
export interface AccountStore {
  /** Without regard to case. */
  byEmail(email: string): Promise<User | null>
  /**
   * Adds the token if `decide` allows it, and returns whether it was added. `decide` gets the times of the kept tokens
   * that the user has for the same purpose.
   */
  addToken(user: UserId, token: OneTimeToken, decide: (sent: readonly Date[]) => boolean): Promise<boolean>
  /** The user of a valid token of one of the purposes; null without one. */
  findOwner(digest: string, purposes: readonly TokenPurpose[], now: Date): Promise<User | null>
  /**
   * Sets the password, and from when on tokens are good (C3.6). With a token it happens only while that is good, and
   * uses it up: of two at once one is too late. The mail proves the address: what was made before the address was
   * confirmed ends, API keys and the second factor (C12.4). Whether it was done.
   */
  setPassword(user: UserId, change: PasswordChange): Promise<boolean>
  /**
   * Uses up a token that confirms an address (C12.4), and stores what `decide` makes of the user; every other token of
   * the user ends with a new address. False when the token is good no longer.
   * @throws ContentError CONFLICT when somebody else has the address now.
   */
  confirmEmail(
    user: UserId,
    use: TokenUse,
    decide: (current: User, purpose: TokenPurpose) => User,
  ): Promise<boolean>
  /** Forgets tokens that were good no longer than until then, and new addresses that nobody can confirm any more. */
  purgeTokens(expiredBy: Date): Promise<void>
}

export interface TokenUse {
  readonly token: string
  readonly now: Date
}

export interface PasswordChange {
  readonly passwordHash: string
  readonly now: Date
  readonly tokensValidFrom: Date
  /** The token that allows it, unless who is signed in does. */
  readonly token?: string
}

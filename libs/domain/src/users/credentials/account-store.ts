import type { UserId } from '../../rules/ids.ts'
import type { User } from '../user.ts'
import type { OneTimeToken, TokenPurpose } from './one-time-token.ts'

/** Port: the credentials of accounts. No secret can be read through the port. */
export interface AccountStore {
  /** The user with this address, without regard to case. */
  byEmail(email: string): Promise<User | null>
  /**
   * Adds the token if `decide` allows it, and returns whether it was added. `decide` gets the times of the user's stored
   * tokens for the same purpose.
   */
  addToken(user: UserId, token: OneTimeToken, decide: (sent: readonly Date[]) => boolean): Promise<boolean>
  /** The user of a valid token of one of the purposes; null without one. */
  findOwner(digest: string, purposes: readonly TokenPurpose[], now: Date): Promise<User | null>
  /**
   * Sets the password, and the time from which tokens are valid (C3.6). A change with a token needs a valid token and
   * uses it up; of two concurrent changes, one fails. The mail of the token proves the address, so that API keys and a
   * second factor from before its confirmation end (C12.4). Returns whether the password was set.
   */
  setPassword(user: UserId, change: PasswordChange): Promise<boolean>
  /**
   * Uses up a token that confirms an address (C12.4), and stores the result of `decide`; a new address ends every other
   * token of the user. False if the token is not valid.
   * @throws ContentError CONFLICT if another user has the address now.
   */
  confirmEmail(
    user: UserId,
    use: TokenUse,
    decide: (current: User, purpose: TokenPurpose) => User,
  ): Promise<boolean>
  /** Removes tokens that expired before `expiredBy`, and new addresses whose token is removed. */
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
  /** The token that allows the change; absent if a signed-in user changes the password. */
  readonly token?: string
}

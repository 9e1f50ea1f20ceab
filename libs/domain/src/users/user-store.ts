import type { OneTimeToken } from './credentials/one-time-token.ts'
import type { UserId } from '../rules/ids.ts'
import type { Erasure } from './erasure.ts'
import type { NewUser, User } from './user.ts'

/** Facts that a decision about a user needs in addition to the record. */
export interface UserFacts {
  /** True if no other user is an active administrator. */
  readonly isLastAdministrator: boolean
}

/** Port: stores users. It writes the hashes of passwords and never returns them (C3.1). */
export interface UserStore {
  /**
   * Takes the next free id, and skips ids that clients chose (C6.5). `passwordHash` null creates an account that cannot
   * sign in until an invitation or a reset sets a password (C3.3); `token` is the code of the invitation.
   * @throws ContentError CONFLICT when username or email is taken without regard to case.
   */
  add(user: NewUser, passwordHash: string | null, token?: OneTimeToken): Promise<User>
  /** Adds all users in order, or none. The paths of a conflict begin with the index of the user. */
  addAll(
    users: readonly { readonly user: NewUser; readonly passwordHash: string }[],
  ): Promise<readonly User[]>
  /** Adds a user with the id that a client chose. Null if the id is taken; the id sequence never moves (C6.5). */
  addAt(id: UserId, user: NewUser): Promise<User | null>
  get(id: UserId): Promise<User | null>
  /**
   * Runs `decide` on the locked row and stores its result. Null if there is no user with this id. `code` confirms a new
   * `pendingEmail` and replaces the earlier code; a new `email` ends every code of the user (C12.4).
   */
  change(
    id: UserId,
    decide: (current: User, facts: UserFacts) => User,
    code?: OneTimeToken,
  ): Promise<User | null>
  /**
   * Hard delete (C3.5): removes the account, credentials, follows and likes; articles and comments become the ghost's.
   * A given erasure begins in the same transaction (C11.2). If more than 1,000 records link to the user, the account is
   * hidden and cannot be used, until the worker has changed these records (C15.15).
   */
  remove(id: UserId, decide: (current: User, facts: UserFacts) => void, erasure?: Erasure): Promise<boolean>
  /** Every role and every permission that a user holds, without duplicates, in alphabetical order. */
  heldRights(): Promise<Pick<User, 'roles' | 'permissions'>>
  /** The first candidate that no user has as username, without regard to case. */
  freeUsername(candidates: Iterable<string>): Promise<string>
  /** `follow` and `unfollow` are idempotent; they return false when nothing changed. */
  follow(follower: UserId, followed: UserId, now: Date): Promise<boolean>
  unfollow(follower: UserId, followed: UserId): Promise<boolean>
}

/** Port: checks and hashes passwords. Implemented by libs/identity. */
export interface PasswordHasher {
  /** The problem of the password, or null if the password is good enough (C3.1). */
  findProblem(password: string, owner: { readonly username: string; readonly email: string }): string | null
  hash(password: string): Promise<string>
  /** The hashes in the order of the passwords. */
  hashAll(passwords: readonly string[]): Promise<readonly string[]>
  /** Whether this is the user's password; false for a user without a password. */
  verify(user: Pick<User, 'username'>, password: string): Promise<boolean>
}

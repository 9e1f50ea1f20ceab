import type { OneTimeToken } from '../accounts/one-time-token.ts'
import type { UserId } from '../ids.ts'
import type { Erasure } from '../personal-data/erasure.ts'
import type { NewUser, User } from './user.ts'

/** The facts that a decision about a user needs beyond the record. */
export interface UserFacts {
  /** True when nobody else is an active administrator. */
  readonly isLastAdministrator: boolean
}

/** Port: where users are kept. Hashes are written through it and can never be read through it (C3.1). */
export interface UserStore {
  /**
   * Takes the next free id, skipping those that clients chose (C6.5). `passwordHash` null makes an
   * account that cannot sign in until an invitation or reset sets a password (C3.3): `token` is what does.
   * @throws ContentError CONFLICT when username or email is taken without regard to case.
   */
  add(user: NewUser, passwordHash: string | null, token?: OneTimeToken): Promise<User>
  /** All or none of them, in order. A conflict's problem paths begin with the index. */
  addAll(
    users: readonly { readonly user: NewUser; readonly passwordHash: string }[],
  ): Promise<readonly User[]>
  /** Under the id that a client chose. Null when a user has it already; the id sequence never moves (C6.5). */
  addAt(id: UserId, user: NewUser): Promise<User | null>
  get(id: UserId): Promise<User | null>
  /**
   * Decides on the locked row and stores what comes back. Null when there is no such user. A new `pendingEmail` is
   * confirmed by `code`, which replaces the code before; a new `email` ends every code of the user (C12.4).
   */
  change(
    id: UserId,
    decide: (current: User, facts: UserFacts) => User,
    code?: OneTimeToken,
  ): Promise<User | null>
  /**
   * Hard delete (C3.5): account, credentials, follows and likes go; articles and comments become the ghost's. With an
   * erasure, that begins with it (C11.2).
   */
  remove(id: UserId, decide: (current: User, facts: UserFacts) => void, erasure?: Erasure): Promise<boolean>
  /** Every role and every permission that some user holds, each once, in alphabetical order. */
  heldRights(): Promise<Pick<User, 'roles' | 'permissions'>>
  /** The first of the candidates that no user has, without regard to case. */
  freeUsername(candidates: Iterable<string>): Promise<string>
  /** Both are idempotent; false when nothing changed. */
  follow(follower: UserId, followed: UserId, now: Date): Promise<boolean>
  unfollow(follower: UserId, followed: UserId): Promise<boolean>
}

/** Port: the rule of passwords, and their hashes. Implemented by libs/identity. */
export interface PasswordHasher {
  /** The problem of the password, or null if the password is good enough (C3.1). */
  findProblem(password: string, owner: { readonly username: string; readonly email: string }): string | null
  hash(password: string): Promise<string>
  /** The hashes in the order of the passwords. */
  hashAll(passwords: readonly string[]): Promise<readonly string[]>
  /** Whether this is the user's password; false for a user without a password. */
  verify(user: Pick<User, 'username'>, password: string): Promise<boolean>
}

import type { User, UserId } from '@content-service/domain'

export interface Account {
  readonly user: User
  /** Null for an account that has no password yet (C3.3). */
  readonly passwordHash: string | null
  /** Whether a sign-in also needs a code. */
  readonly hasSecondFactor: boolean
  /** False until somebody has given the password of the account; a store may leave it out. */
  readonly isProved?: boolean
}

/** Port: the accounts with their password hashes. No other port reads hashes (C3.1). */
export interface CredentialStore {
  /** Finds an account by username or email, without regard to case (C7.4). */
  findByLogin(login: string): Promise<Account | null>
  findById(id: UserId): Promise<User | null>
  /** Replaces the hash `current` with `next`, unless the password has changed in the meantime. */
  rehash(id: UserId, current: string, next: string): Promise<void>
  /** Notes that somebody has given the password of an account with `isProved: false`. */
  noteProof?(id: UserId): Promise<void>
}

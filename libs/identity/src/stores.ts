import type { User, UserId } from '@content-service/domain'

export interface Account {
  readonly user: User
  /** Null for an account that has no password yet (C3.3). */
  readonly passwordHash: string | null
  /** Whether a sign-in needs a code as well. */
  readonly hasSecondFactor: boolean
}

/** Port: the accounts with their password hashes. Nothing else reads hashes (C3.1). */
export interface CredentialStore {
  /** By username or email, without regard to case (C7.4). */
  findByLogin(login: string): Promise<Account | null>
  findById(id: UserId): Promise<User | null>
  /** Replaces the hash `current` with `next`, unless the password has changed meanwhile. */
  rehash(id: UserId, current: string, next: string): Promise<void>
}

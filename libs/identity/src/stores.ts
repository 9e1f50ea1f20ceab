import type { User, UserId } from '@content-service/domain'

export interface Account {
  readonly user: User
  /** Null for an account that has no password yet (C3.3). */
  readonly passwordHash: string | null
  /** Whether a code is asked for beside the password. */
  readonly hasSecondFactor: boolean
}

/** Port: what proves who somebody is. Nothing else reads hashes (C3.1). */
export interface CredentialStore {
  /** By username or email, without regard to case (C7.4). */
  findByLogin(login: string): Promise<Account | null>
  findById(id: UserId): Promise<User | null>
  /** Puts `next` in the place of `current`, of the same password; nothing when the password was changed meanwhile. */
  rehash(id: UserId, current: string, next: string): Promise<void>
}

import type { SessionId, UserId } from '../ids.ts'

/** A client that acts for a user: the tokens that descend from one sign-in. Ending it ends them all (C7.5). */
export interface Session {
  readonly id: SessionId
  readonly clientId: string
  readonly clientName: string
  readonly userId: UserId
  readonly scopes: readonly string[]
  /** In whole seconds, never before the user's `tokensValidFrom` of that time (C3.6). */
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly expiresAt: Date
}

/** Port: the sessions that are still good. */
export interface SessionStore {
  /** Newest first; those that began before `validFrom` have ended with all others of their user (C3.6). */
  list(user: UserId, validFrom: Date, now: Date): Promise<readonly Session[]>
  /** False when the user has no such session that is still good. */
  end(user: UserId, id: SessionId, now: Date): Promise<boolean>
  /** Forgets what was of no use since `before`: sessions, codes, revocations and sign-ins on the pages. */
  purge(before: Date): Promise<void>
}

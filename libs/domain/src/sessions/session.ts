import type { SessionId, UserId } from '../rules/ids.ts'

/** A client that acts for a user: all tokens that descend from one sign-in. The end of the session ends them (C7.5). */
export interface Session {
  readonly id: SessionId
  readonly clientId: string
  readonly clientName: string
  readonly userId: UserId
  readonly scopes: readonly string[]
  /** In whole seconds, never before the user's `tokensValidFrom` at that time (C3.6). */
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly expiresAt: Date
}

/** Port: reads and ends the valid sessions. */
export interface SessionStore {
  /** Newest first; a session that began before `validFrom` has ended (C3.6). */
  list(user: UserId, validFrom: Date, now: Date): Promise<readonly Session[]>
  /** The user of a valid session; null if there is none with this id. */
  findUser(id: SessionId, now: Date): Promise<UserId | null>
  /**
   * Also ends the sign-ins of the user on the pages, so that no browser begins the session again without the password (C20.2).
   * False if the user has no valid session with this id.
   */
  end(user: UserId, id: SessionId, now: Date): Promise<boolean>
  /** Removes sessions, codes, revocations and sign-ins on the pages that ended before `before`. */
  purge(before: Date): Promise<void>
}

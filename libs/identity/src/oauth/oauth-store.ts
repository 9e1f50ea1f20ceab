import type { UserId } from '@content-service/domain'
import type { AuditStore } from '@content-service/domain/internal/audit'
import type { OAuthClient } from '@content-service/domain/internal/clients'
import type { SessionId } from '@content-service/domain/internal/rules'

/** The access that a user gives to a client, for a code or a session. */
export interface Grant {
  readonly clientId: string
  readonly userId: UserId
  readonly scopes: readonly string[]
  /** In whole seconds, like `iat`, and never before the user's `tokensValidFrom` at that time (C3.6). */
  readonly issuedAt: Date
  /**
   * The time at which the user gave the password (C12.4); null for sessions from before the service stored the time.
   */
  readonly signedInAt: Date | null
}

/** The store has the SHA-256 of secrets (`hash`): a reader of the database cannot use them. */
export interface AuthorizationCode extends Grant {
  readonly hash: string
  readonly redirectUri: string
  /** PKCE, S256 (RFC 7636 §4.3). */
  readonly codeChallenge: string
  readonly expiresAt: Date
}

/** A code in the store. */
export interface KnownCode extends AuthorizationCode {
  readonly isRedeemed: boolean
}

/** All tokens that descend from one sign-in. */
export interface NewSession extends Grant {
  readonly id: SessionId
  readonly expiresAt: Date
}

export interface RefreshToken {
  readonly hash: string
  readonly sessionId: SessionId
  readonly expiresAt: Date
}

/** A refresh token with its session. */
export interface KnownRefreshToken extends RefreshToken, Grant {
  /** Whether it has been exchanged for its successor. */
  readonly isUsed: boolean
  /** Whether the session has ended. */
  readonly isEnded: boolean
}

/** The result of using a code or a refresh token: `reused` has ended the session of its first exchange. */
export type Redemption = 'redeemed' | 'reused' | 'unknown'

/** C15.3: `repeated` gives the successor of the first exchange once more. */
export type Rotation = Redemption | 'repeated'

export interface RotationTimes {
  readonly now: Date
  readonly repeatSeconds: number
}

/** Port: codes, sessions and tokens. Each method is atomic across processes (C10.7). */
export interface GrantStore {
  nextSessionId(): SessionId
  addCode(code: AuthorizationCode): Promise<void>
  code(hash: string): Promise<KnownCode | null>
  /** Redeems the code for the session. A code that was redeemed before ends its session, begun or not (C7.5). */
  redeemCode(hash: string, session: SessionId, now: Date): Promise<Redemption>
  /** Begins the session. False if the session has ended already, because its code was used again in the meantime. */
  begin(session: NewSession, token: RefreshToken | null, now: Date): Promise<boolean>
  refreshToken(hash: string): Promise<KnownRefreshToken | null>
  /**
   * Replaces a token with `next`, which is the same for each use of the token. A use within `repeatSeconds` after the
   * first use is repeated while `next` is unused. Otherwise a token that was replaced before ends its session (C15.3, RFC
   * 9700 §4.14).
   */
  rotate(hash: string, next: RefreshToken, times: RotationTimes): Promise<Rotation>
  endSession(id: SessionId, now: Date): Promise<void>
  /** Ends the sessions and the unused codes of a client for the user. */
  endSessionsOf(user: UserId, client: string, now: Date): Promise<void>
  /** Until `expiresAt` the access token with this id is refused. */
  revokeToken(id: string, expiresAt: Date): Promise<void>
  /** Whether the token itself or its session has ended. */
  isRevoked(token: { readonly id: string | null; readonly sessionId: SessionId | null }): Promise<boolean>
}

/** The scopes that a user agreed to for a client, with the time. */
export interface Agreement {
  readonly userId: UserId
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly agreedAt: Date
}

/** Port: the consent of users, so that the page asks once. Consent from before `since` has ended. */
export interface ConsentStore {
  /** Null if the user has not agreed for this client. */
  agreed(user: UserId, client: string, since: Date): Promise<readonly string[] | null>
  /** Adds to the scopes of the agreements since `since`. */
  agree(agreement: Agreement, since: Date): Promise<void>
  /** The clients that the user has agreed to, or that still act for the user. */
  list(user: UserId, since: Date, now: Date): Promise<readonly Pick<OAuthClient, 'id' | 'name'>[]>
  /** Ends the agreement with a client, and the codes, sessions and tokens that came from it. */
  withdraw(user: UserId, client: string, now: Date): Promise<void>
  /** Ends every agreement of the user. Clients keep their tokens. */
  forget(user: UserId): Promise<void>
}

/** A user who is signed in on the pages, by the hash of a cookie. */
export interface BrowserSession {
  readonly userId: UserId
  readonly issuedAt: Date
}

/** Port: the browsers that are signed in on the pages. */
export interface BrowserSessionStore {
  add(hash: string, session: BrowserSession, expiresAt: Date): Promise<void>
  find(hash: string, now: Date): Promise<BrowserSession | null>
  remove(hash: string): Promise<void>
  /** Ends a sign-in whose cookie is unknown. */
  removeSignIn(session: BrowserSession): Promise<void>
}

export interface OAuthStores {
  readonly clients: {
    get(id: string): Promise<OAuthClient | null>
    /** C20.2: stores the client that is a part of the service, unless it is stored: codes and sessions refer to it. */
    keep(builtIn: OAuthClient): Promise<void>
  }
  readonly grants: GrantStore
  readonly consents: ConsentStore
  readonly browsers: BrowserSessionStore
  readonly audit: AuditStore
}

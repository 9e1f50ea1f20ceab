import type { AuditStore, OAuthClient, SessionId, UserId } from '@content-service/domain'

/** What a user lets a client do: the subject of a code and of a session. */
export interface Grant {
  readonly clientId: string
  readonly userId: UserId
  readonly scopes: readonly string[]
  /** In whole seconds, as `iat`, and never before the user's `tokensValidFrom` of that time (C3.6). */
  readonly issuedAt: Date
  /** When the user gave the password (C12.4); null for what began before this was kept. */
  readonly signedInAt: Date | null
}

/** Secrets are kept as their SHA-256 (`hash`): who reads the database cannot use them. */
export interface AuthorizationCode extends Grant {
  readonly hash: string
  readonly redirectUri: string
  /** PKCE, S256 (RFC 7636 §4.3). */
  readonly codeChallenge: string
  readonly expiresAt: Date
}

/** A code as it is kept. */
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

/** A refresh token with the session that it belongs to. */
export interface KnownRefreshToken extends RefreshToken, Grant {
  /** Whether it has been exchanged for its successor. */
  readonly isUsed: boolean
  /** Whether its session has been. */
  readonly isEnded: boolean
}

/** How presenting a code or a refresh token went: `reused` has ended the session of its first exchange. */
export type Redemption = 'redeemed' | 'reused' | 'unknown'

/** Port: codes and what becomes of them. Each method is atomic, whichever process calls it (C10.7). */
export interface GrantStore {
  nextSessionId(): SessionId
  addCode(code: AuthorizationCode): Promise<void>
  code(hash: string): Promise<KnownCode | null>
  /** Takes the code for the session; a code taken before ends the session that took it, begun or not (C7.5). */
  redeemCode(hash: string, session: SessionId, now: Date): Promise<Redemption>
  /** Begins the session. False when it has been ended already: its code was presented again meanwhile. */
  begin(session: NewSession, token: RefreshToken | null, now: Date): Promise<boolean>
  refreshToken(hash: string): Promise<KnownRefreshToken | null>
  /** Puts `next` in the place of a token; one that was exchanged before ends its session (RFC 9700 §4.14). */
  rotate(hash: string, next: RefreshToken, now: Date): Promise<Redemption>
  endSession(id: SessionId, now: Date): Promise<void>
  /** Until `expiresAt` the access token with this id is refused. */
  revokeToken(id: string, expiresAt: Date): Promise<void>
  /** Whether the token itself or its session has been ended. */
  isRevoked(token: { readonly id: string | null; readonly sessionId: SessionId | null }): Promise<boolean>
}

/** What a user lets a client do, and when they said so. */
export interface Agreement {
  readonly userId: UserId
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly agreedAt: Date
}

/** Port: what users have agreed to, so that they are asked once. What they agreed to before `since` has ended. */
export interface ConsentStore {
  /** Null when the user has agreed to nothing for this client. */
  agreed(user: UserId, client: string, since: Date): Promise<readonly string[] | null>
  /** Adds to what was agreed since then. */
  agree(agreement: Agreement, since: Date): Promise<void>
  /** The clients that the user has agreed to, or that still act for the user. */
  list(user: UserId, since: Date, now: Date): Promise<readonly Pick<OAuthClient, 'id' | 'name'>[]>
  /** Ends the agreement with a client, and the codes, sessions and tokens that came from it. */
  withdraw(user: UserId, client: string, now: Date): Promise<void>
  /** Ends every agreement of the user; what clients were given stays. */
  forget(user: UserId): Promise<void>
}

/** Who is signed in on the pages, by the hash of a cookie. */
export interface BrowserSession {
  readonly userId: UserId
  readonly issuedAt: Date
}

/** Port: who is signed in on the sign-in pages. */
export interface BrowserSessionStore {
  add(hash: string, session: BrowserSession, expiresAt: Date): Promise<void>
  find(hash: string, now: Date): Promise<BrowserSession | null>
  remove(hash: string): Promise<void>
}

export interface OAuthStores {
  readonly clients: { get(id: string): Promise<OAuthClient | null> }
  readonly grants: GrantStore
  readonly consents: ConsentStore
  readonly browsers: BrowserSessionStore
  readonly audit: AuditStore
}

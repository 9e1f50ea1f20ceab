import type { UserId } from '@content-service/domain'
import type { SessionId } from '@content-service/domain/rules'
import type { MemoryTables } from '@content-service/domain/testing'
import type {
  Agreement,
  AuthorizationCode,
  BrowserSession,
  NewSession,
  RefreshToken,
} from '@content-service/identity'

interface KeptToken extends RefreshToken {
  readonly session: NewSession
  /** The first use; null for an unused token. */
  readonly usedAt: Date | null
}

interface KeptCode extends AuthorizationCode {
  readonly redeemedFor: SessionId | null
}

/** The rows of OAuth that no store of the domain has. The rows of valid sessions are in the tables of the domain. */
export interface OAuthTables {
  readonly codes: Map<string, KeptCode>
  readonly tokens: Map<string, KeptToken>
  readonly ended: Set<SessionId>
  readonly revoked: Set<string>
  readonly consents: Map<string, Agreement>
  readonly browsers: Map<string, BrowserSession & { readonly expiresAt: Date }>
}

export const createOAuthTables = (): OAuthTables => ({
  codes: new Map(),
  tokens: new Map(),
  ended: new Set(),
  revoked: new Set(),
  consents: new Map(),
  browsers: new Map(),
})

/** Enters a write of an actor in the audit log, and tells the caches. */
export type Enter = (
  resource: string,
  id: string | number,
  actor?: { readonly actorId: UserId; readonly credential: string },
) => void

export interface OAuthParts {
  readonly tables: MemoryTables
  readonly oauth: OAuthTables
  readonly enter: Enter
}

export const deleteWhere = <Key, Row>(rows: Map<Key, Row>, matches: (row: Row) => boolean): void => {
  for (const [key, row] of rows) if (matches(row)) rows.delete(key)
}

export const isOf =
  (user: UserId, client: string) => (row: { readonly userId: UserId; readonly clientId: string }) =>
    row.userId === user && row.clientId === client

import type { UserId } from '@content-service/domain'
import type { SessionId } from '@content-service/domain/internal/rules'
import { MemoryTable, type MemoryTables } from '@content-service/domain/testing'
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

interface KeptBrowser extends BrowserSession {
  readonly hash: string
  readonly expiresAt: Date
}

/** The rows of OAuth that no store of the domain has. The rows of valid sessions are in the tables of the domain. */
export const createOAuthTables = () => ({
  codes: new MemoryTable(({ hash }: KeptCode) => hash),
  tokens: new MemoryTable(({ hash }: KeptToken) => hash),
  ended: new Set<SessionId>(),
  revoked: new Set<string>(),
  consents: new MemoryTable(({ userId, clientId }: Agreement) => `${userId} ${clientId}`),
  browsers: new MemoryTable(({ hash }: KeptBrowser) => hash),
})

export interface OAuthParts {
  readonly tables: MemoryTables
  readonly oauth: ReturnType<typeof createOAuthTables>
  /** Enters a write of an actor in the audit log, and tells the caches. */
  readonly enter: (
    resource: string,
    id: string | number,
    actor?: { readonly actorId: UserId; readonly credential: string },
  ) => void
}

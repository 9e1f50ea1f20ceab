import type { AuditContext } from '@content-service/domain/internal/audit'
import type { OAuthStores } from '@content-service/identity'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { SqlAuditStore } from '../audit/audit-store.ts'
import { StoreSession } from '../session/store-session.ts'
import { SqlBrowserSessionStore } from './browser-session-store.ts'
import { SqlClientStore } from '../clients/client-store.ts'
import { SqlConsentStore } from './consent-store.ts'
import { SqlGrantStore } from './grant-store.ts'

/** The stores behind the OAuth endpoints; their writes are in the audit log under this audit context. */
export const createOAuthStores = (em: SqlEntityManager, auditContext: AuditContext): OAuthStores => {
  const session = new StoreSession(em, auditContext)
  return {
    // The OAuth endpoints only read clients.
    clients: new SqlClientStore(session),
    grants: new SqlGrantStore(session),
    consents: new SqlConsentStore(session),
    browsers: new SqlBrowserSessionStore(session),
    audit: new SqlAuditStore(session),
  }
}

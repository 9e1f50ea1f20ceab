import type { OAuthStores } from '@content-service/identity'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { SqlBrowserSessionStore } from './browser-session-store.ts'
import { SqlConsentStore } from './consent-store.ts'
import { SqlGrantStore } from './grant-store.ts'

/** The stores behind the OAuth endpoints; clients are only looked up through them. */
export const createOAuthStores = (em: SqlEntityManager, clients: OAuthStores['clients']): OAuthStores => ({
  clients,
  grants: new SqlGrantStore(em),
  consents: new SqlConsentStore(em),
  browsers: new SqlBrowserSessionStore(em),
})

import type { AuditContext } from '@content-service/domain/internal/audit'
import type { ClientStore } from '@content-service/domain/internal/clients'
import type { BrowserSession, BrowserSessionStore, OAuthStores } from '@content-service/identity'
import { createConsentStore } from './memory-consents.ts'
import { createGrantStore } from './memory-grants.ts'
import type { OAuthParts } from './memory-oauth-tables.ts'

const createBrowserStore = ({ oauth: { browsers }, enter }: OAuthParts): BrowserSessionStore => ({
  add: async (hash, session, expiresAt) => {
    browsers.put({ ...session, hash, expiresAt })
    enter('users', session.userId, { actorId: session.userId, credential: 'sign-in page' })
  },
  find: async (hash, now) => {
    const found = browsers.get(hash)
    return found && found.expiresAt > now ? { userId: found.userId, issuedAt: found.issuedAt } : null
  },
  remove: async (hash) => void browsers.delete(hash),
  removeSignIn: async ({ userId, issuedAt }) => {
    const isMeant = (kept: BrowserSession) =>
      kept.userId === userId && kept.issuedAt.getTime() === issuedAt.getTime()
    for (const { hash } of browsers.where(isMeant)) browsers.delete(hash)
  },
})

/** The stores behind the OAuth endpoints; their writes are in the audit log under this audit context. */
export const createOAuthStores = (
  { tables, oauth }: Omit<OAuthParts, 'enter'>,
  act: AuditContext,
  { clients, audit }: Pick<OAuthStores, 'audit'> & { readonly clients: Pick<ClientStore, 'get'> },
): OAuthStores => {
  const enter: OAuthParts['enter'] = (resource, id, actor) =>
    tables.recordWrite({ ...act, ...actor }, { resource, ids: [id] })
  const parts = { tables, oauth, enter }
  return {
    clients: {
      get: (id) => clients.get(id),
      keep: async (builtIn) => void tables.clients.put(builtIn),
    },
    audit,
    grants: createGrantStore(parts),
    consents: createConsentStore(parts),
    browsers: createBrowserStore(parts),
  }
}

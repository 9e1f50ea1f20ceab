import type { ContentModel } from '@content-service/domain'
import type { TransferStore } from '@content-service/domain/internal/transfer'
import { memoryStores, MemoryTables } from '@content-service/domain/testing'
import type { Storage } from '@content-service/server/for-tests'
import { createApiKeyFinder, createCredentialStore } from './memory-accounts.ts'
import { createEventFeed } from './memory-feed.ts'
import { createOAuthTables } from './memory-oauth-tables.ts'
import { createOAuthStores } from './memory-oauth.ts'

const refuseTransfer = (): never => {
  throw new Error("Stores in memory import and export nothing: start the service with database: 'pglite'.")
}

const transfer: TransferStore = {
  write: refuseTransfer,
  writeOwnLinks: refuseTransfer,
  rehearse: refuseTransfer,
  read: refuseTransfer,
  count: refuseTransfer,
  refreshStatistics: refuseTransfer,
}

/** The data of one service in the memory of this process. */
export const createMemoryStorage = (model: ContentModel): Storage => {
  const tables = new MemoryTables()
  const oauth = createOAuthTables()
  const stores = memoryStores(tables, model)
  return {
    isFull: () => false,
    isMigrated: async () => true,
    afterWrites: (listener) => void tables.watchers.push(listener),
    runSlowly: (work) => work(),
    afterCommits: (watcher) => void tables.watchers.push(watcher),
    // A service in memory has no first start.
    findUnprovedAdministrator: async () => null,
    accounts: createCredentialStore(tables),
    apiKeys: createApiKeyFinder(tables),
    feed: createEventFeed(tables),
    transfer,
    storesFor: (act) => stores.withAuditContext(act),
    oauthStoresFor: (act) => createOAuthStores({ tables, oauth }, act, stores.withAuditContext(act)),
    countConnections: async () => null,
  }
}

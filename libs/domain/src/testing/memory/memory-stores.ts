import type { Act } from '../../audit/audit-entry.ts'
import type { Stores } from '../../context.ts'
import { MemoryAccountStore } from './memory-accounts.ts'
import { MemoryApiKeyStore } from './memory-api-keys.ts'
import { MemoryClientStore, MemorySessionStore } from './memory-clients.ts'
import {
  MemoryArticleStore,
  MemoryCategoryStore,
  MemoryCommentStore,
  MemoryProductStore,
} from './memory-content.ts'
import { MemoryReader } from './memory-reader.ts'
import { MemorySecondFactorStore } from './memory-second-factors.ts'
import { MemorySearchStore } from './memory-search.ts'
import { MemorySession } from './memory-session.ts'
import { MemoryTables } from './memory-tables.ts'
import { A_TEST } from '../builders.ts'
import { MemoryUserStore } from './memory-users.ts'
import { MemoryWebhookStore } from './memory-webhooks.ts'

/** Stores that keep everything in this process: for tests of rules and operations, which need no database. */
export const memoryStores = (tables = new MemoryTables()): Stores => {
  const reads = { reader: new MemoryReader(tables), search: new MemorySearchStore(tables) }
  const recording = (act: Act): Stores => {
    const session = new MemorySession(tables, act)
    return {
      ...reads,
      users: new MemoryUserStore(session),
      articles: new MemoryArticleStore(session),
      comments: new MemoryCommentStore(session),
      products: new MemoryProductStore(session),
      categories: new MemoryCategoryStore(session),
      accounts: new MemoryAccountStore(session),
      apiKeys: new MemoryApiKeyStore(session),
      webhooks: new MemoryWebhookStore(session),
      clients: new MemoryClientStore(session),
      sessions: new MemorySessionStore(session),
      secondFactors: new MemorySecondFactorStore(session),
      audit: { refused: async (entry) => tables.enter(act, [{ ...entry, decision: 'DENY' }]) },
      recording,
    }
  }
  return recording(A_TEST)
}

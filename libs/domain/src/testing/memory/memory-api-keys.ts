import type { ApiKeyStore } from '../../api-keys/api-key-store.ts'
import type { MemorySession } from './memory-session.ts'
import { nextUuid } from './memory-tables.ts'
import { RecordedRows } from './recorded-rows.ts'

export const memoryApiKeys = (session: MemorySession): ApiKeyStore => {
  const { apiKeys } = session.tables
  const rows = new RecordedRows(session, 'api-keys', apiKeys)
  return {
    nextId: () => nextUuid(),
    add: async (key, digest, decide) => {
      decide(apiKeys.where({ ownerId: key.ownerId }).length)
      rows.put({ ...key, digest })
      return key
    },
    remove: async (id, decide) => rows.remove(id, decide),
    purge: async (expiredBy) =>
      rows.removeAll(apiKeys.where(({ expiresAt }) => expiresAt !== null && expiresAt <= expiredBy)),
  }
}

import type { ApiKey } from '../../api-keys/api-key.ts'
import type { ApiKeyStore } from '../../api-keys/api-key-store.ts'
import type { ApiKeyId } from '../../rules/ids.ts'
import { MemoryStore } from './memory-store.ts'
import { nextUuid } from './memory-tables.ts'

export class MemoryApiKeyStore extends MemoryStore implements ApiKeyStore {
  nextId(): ApiKeyId {
    return nextUuid()
  }

  async add(key: ApiKey, digest: string, decide: (held: number) => void): Promise<ApiKey> {
    const { apiKeys } = this.tables
    decide(apiKeys.where({ ownerId: key.ownerId }).length)
    apiKeys.put({ ...key, digest })
    this.session.recordWrite('api-keys', key.id)
    return key
  }

  async remove(id: ApiKeyId, decide: (current: ApiKey) => void): Promise<boolean> {
    const { apiKeys } = this.tables
    const current = apiKeys.get(id)
    if (current === undefined) return false
    decide(current)
    this.session.recordWrite('api-keys', id)
    return apiKeys.delete(id)
  }

  async purge(expiredBy: Date): Promise<void> {
    const { apiKeys } = this.tables
    const old = apiKeys.remove(({ expiresAt }) => expiresAt !== null && expiresAt <= expiredBy)
    this.session.recordWrite('api-keys', ...old.map(({ id }) => id))
  }
}

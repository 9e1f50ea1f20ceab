import type { ApiKey, ApiKeyId } from '@content-service/domain'
import type { ApiKeyFinder } from '@content-service/identity'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { stored } from '../store-errors.ts'
import { ApiKeyEntity, asApiKey } from './api-key.entity.ts'

// Processes that share a key come here in any order: the latest use is the one that stays.
const USED = 'update api_keys set last_used_at = greatest(last_used_at, ?) where id = ?'

export class SqlApiKeyFinder implements ApiKeyFinder {
  readonly #em: SqlEntityManager

  constructor(em: SqlEntityManager) {
    this.#em = em
  }

  async byDigest(digest: string): Promise<ApiKey | null> {
    const row = await stored(() => this.#em.fork().findOne(ApiKeyEntity, { digest }))
    return row && asApiKey(row)
  }

  async used(id: ApiKeyId, at: Date): Promise<void> {
    await stored(() => this.#em.execute(USED, [at, id], 'run'))
  }
}

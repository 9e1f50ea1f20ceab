import type { ApiKey } from '@content-service/domain/internal/api-keys'
import type { ApiKeyFinder } from '@content-service/identity'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { execute, findRow } from '../statements/sql.ts'
import { translateDatabaseErrors } from '../statements/store-errors.ts'
import { selectApiKey } from './api-key.entity.ts'

export class SqlApiKeyFinder implements ApiKeyFinder {
  readonly #em: SqlEntityManager

  constructor(em: SqlEntityManager) {
    this.#em = em
  }

  findByDigest(digest: string): Promise<ApiKey | null> {
    return translateDatabaseErrors(() => findRow(this.#em, selectApiKey(sql`digest = ${digest}`)))
  }

  async recordUse(digest: string, at: Date): Promise<void> {
    // Processes that share a key write in any order: the column keeps the latest use.
    const use = sql`update api_keys set last_used_at = greatest(last_used_at, ${at}) where digest = ${digest}`
    await translateDatabaseErrors(() => execute(this.#em, use))
  }
}

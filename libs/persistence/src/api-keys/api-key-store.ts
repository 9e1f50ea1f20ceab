import type { ApiKey, ApiKeyStore } from '@content-service/domain/internal/api-keys'
import type { ApiKeyId } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { execute, findRow, findRows, insertInto } from '../statements/sql.ts'
import { SqlStore } from '../session/sql-store.ts'
import { listId } from '../session/writing-session.ts'
import { countOwned, lockUser } from '../users/lock-user.ts'
import { selectApiKey } from './api-key.entity.ts'

export class SqlApiKeyStore extends SqlStore implements ApiKeyStore {
  nextId(): ApiKeyId {
    return uuidv7() as ApiKeyId
  }

  add(key: ApiKey, digest: string, decide: (held: number) => void): Promise<ApiKey> {
    const work = async (em: SqlEntityManager): Promise<ApiKey> => {
      await lockUser(em, key.ownerId)
      decide(await countOwned(em, 'api_keys', key.ownerId))
      await execute(em, insertInto('api_keys', { ...key, digest }))
      return key
    }
    return this.session.write('api-keys', work, listId)
  }

  remove(id: ApiKeyId, decide: (current: ApiKey) => void): Promise<boolean> {
    const work = async (em: SqlEntityManager): Promise<boolean> => {
      const row = await findRow(em, selectApiKey(sql`id = ${id} for update`))
      if (row === null) return false
      decide(row)
      await execute(em, sql`delete from api_keys where id = ${id}`)
      return true
    }
    return this.session.write('api-keys', work, (removed) => (removed ? [id] : []))
  }

  async purge(expiredBy: Date): Promise<void> {
    const purge = sql<{ id: ApiKeyId }>`delete from api_keys where expires_at <= ${expiredBy} returning id`
    const work = (em: SqlEntityManager) => findRows(em, purge)
    await this.session.write('api-keys', work, (purged) => purged.map(({ id }) => id))
  }
}

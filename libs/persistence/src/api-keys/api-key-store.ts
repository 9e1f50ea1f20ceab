import type { ApiKey, ApiKeyId, ApiKeyStore, UserId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { v7 as uuidv7 } from 'uuid'
import { FOR_UPDATE } from '../rows.ts'
import { itsId, type StoreSession } from '../store-session.ts'
import { UserEntity } from '../users/user.entity.ts'
import { ApiKeyEntity, asApiKey } from './api-key.entity.ts'

/** Who adds a key waits for whoever adds another for the same owner: the count holds until it is there. */
const countHeld = async (em: SqlEntityManager, ownerId: UserId): Promise<number> => {
  await em.findOne(UserEntity, { id: ownerId }, { ...FOR_UPDATE, fields: ['id'] })
  return em.count(ApiKeyEntity, { ownerId })
}

const PURGE = 'delete from api_keys where expires_at <= ? returning id'

export class SqlApiKeyStore implements ApiKeyStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  nextId(): ApiKeyId {
    return uuidv7() as ApiKeyId
  }

  add(key: ApiKey, digest: string, decide: (held: number) => void): Promise<ApiKey> {
    const work = async (em: SqlEntityManager): Promise<ApiKey> => {
      decide(await countHeld(em, key.ownerId))
      await em.insert(ApiKeyEntity, { ...key, digest })
      return key
    }
    return this.#session.write('api-keys', work, itsId)
  }

  remove(id: ApiKeyId, decide: (current: ApiKey) => void): Promise<boolean> {
    const work = async (em: SqlEntityManager): Promise<boolean> => {
      const row = await em.findOne(ApiKeyEntity, { id }, FOR_UPDATE)
      if (row === null) return false
      decide(asApiKey(row))
      em.remove(row)
      return true
    }
    return this.#session.write('api-keys', work, (removed) => (removed ? [id] : []))
  }

  async purge(expiredBy: Date): Promise<void> {
    const work = (em: SqlEntityManager) => em.execute<{ id: ApiKeyId }[]>(PURGE, [expiredBy])
    await this.#session.write('api-keys', work, (purged) => purged.map(({ id }) => id))
  }
}

import type { UserId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { FOR_UPDATE } from '../rows.ts'
import { UserEntity } from './user.entity.ts'

/**
 * Locks the user until the transaction ends: other transactions that add records of the user wait, so that counts of
 * these records stay correct.
 */
export const lockUser = async (em: SqlEntityManager, id: UserId): Promise<void> => {
  await em.findOne(UserEntity, { id }, { ...FOR_UPDATE, fields: ['id'] })
}

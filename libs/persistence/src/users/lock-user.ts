import type { UserId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { FOR_UPDATE } from '../rows.ts'
import { UserEntity } from './user.entity.ts'

/** Until the transaction ends: what is counted of a user holds, for whoever adds to it waits here. */
export const lockUser = async (em: SqlEntityManager, id: UserId): Promise<void> => {
  await em.findOne(UserEntity, { id }, { ...FOR_UPDATE, fields: ['id'] })
}

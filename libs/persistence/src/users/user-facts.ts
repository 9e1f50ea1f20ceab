import type { UserFacts } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { UserEntity, type UserRow } from './user.entity.ts'

/** Decisions about the last administrator wait for each other here; rows alone would let two demotions pass. */
const ADMINISTRATORS_LOCK = 7_310_552_020

/** What a decision about a user has to know beyond the row; the transaction holds it until it ends. */
export const factsAbout = async (em: SqlEntityManager, { id, role }: UserRow): Promise<UserFacts> => {
  if (role !== 'ADMIN') return { isLastAdministrator: false }
  await em.execute(`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`)
  const others = await em.count(UserEntity, {
    id: { $ne: id },
    role: 'ADMIN',
    status: 'ACTIVE',
    deleted: false,
  })
  return { isLastAdministrator: others === 0 }
}

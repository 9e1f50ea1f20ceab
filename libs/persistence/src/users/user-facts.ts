import type { UserFacts } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import type { UserRow } from './user.entity.ts'

/** Decisions about the last administrator wait for each other here; rows alone would let two demotions pass. */
const ADMINISTRATORS_LOCK = 7_310_552_020

const OTHER_ADMINISTRATOR = `select 1 from users
  where 'ADMIN' = any(roles) and status = 'ACTIVE' and not deleted and id <> ? limit 1`

/** What a decision about a user has to know beyond the row; the transaction holds it until it ends. */
export const factsAbout = async (em: SqlEntityManager, { id, roles }: UserRow): Promise<UserFacts> => {
  if (!roles.includes('ADMIN')) return { isLastAdministrator: false }
  await em.execute(`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`)
  const others = await em.execute(OTHER_ADMINISTRATOR, [id])
  return { isLastAdministrator: others.length === 0 }
}

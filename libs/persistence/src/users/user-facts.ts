import type { User } from '@content-service/domain'
import type { UserFacts } from '@content-service/domain/internal/users'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow } from '../statements/sql.ts'

/**
 * Decisions about the last administrator take this lock one after the other; row locks alone would let two demotions
 * pass.
 */
const ADMINISTRATORS_LOCK = 7_310_552_020

/** The facts that a decision about a user needs in addition to the row; they are locked until the transaction ends. */
export const readFacts = async (em: SqlEntityManager, { id, roles }: User): Promise<UserFacts> => {
  if (!roles.includes('ADMIN')) return { isLastAdministrator: false }
  await findRow(em, sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`)
  const other = sql`select 1 from users
    where 'ADMIN' = any(roles) and status = 'ACTIVE' and not deleted and id <> ${id} limit 1`
  return { isLastAdministrator: (await findRow(em, other)) === null }
}

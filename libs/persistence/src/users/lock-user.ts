import type { UserId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow } from '../statements/sql.ts'

/**
 * Locks the user until the transaction ends: other transactions that add records of the user wait, so that counts of
 * these records stay correct. False if the user does not exist.
 */
export const lockUser = async (em: SqlEntityManager, id: UserId): Promise<boolean> =>
  (await findRow(em, sql`select id from users where id = ${id} for update`)) !== null

/** The number of the user's rows in a table. */
export const countOwned = async (em: SqlEntityManager, table: string, owner: UserId): Promise<number> => {
  const count = sql<{
    held: number
  }>`select count(*)::int as held from ${sql.table(table)} where owner_id = ${owner}`
  return (await findRow(em, count))?.held ?? 0
}

import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow } from '../statements/sql.ts'

/** A look at the content of a user takes 15 µs. */
const MOST_USERS = 1_000

/** Settles doubts about public users (decision 75). @returns whether no doubt is left. */
export const settlePublicUsers = async (em: SqlEntityManager): Promise<boolean> => {
  const found = await findRow(em, sql<{ settled: boolean }>`select settle_users(${MOST_USERS}) as settled`)
  return found?.settled ?? true
}

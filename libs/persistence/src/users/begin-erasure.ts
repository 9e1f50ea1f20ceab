import type { Erasure } from '@content-service/domain/internal/personal-data'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { execute, insertInto } from '../statements/sql.ts'

/** Begins an erasure in the transaction of the deletion. */
export const beginErasure = async (
  em: SqlEntityManager,
  { userId, pseudonym, at }: Erasure,
): Promise<void> => {
  await execute(em, insertInto('erasures', { userId, pseudonym, at }))
}

import { IdempotencyConflict } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow } from '../statements/sql.ts'
import { findDone } from './done-requests.ts'

/** A request by its name, which no other request can have while it runs. */
export interface Claim {
  readonly name: string
  readonly now: Date
}

/** Locks the name until the end of the transaction; a second request fails at once instead of waiting. */
const lockName = (name: string) =>
  sql<{ isTaken: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isTaken"`

/**
 * Takes the name of a request for the transaction. The look-up is a second statement, so that it sees the commit of the
 * transaction that held the name before. @throws IdempotencyConflict if another request has the name, or had it.
 */
export const takeName = async (em: SqlEntityManager, { name, now }: Claim): Promise<void> => {
  const row = await findRow(em, lockName(name))
  if (row?.isTaken === true && (await findDone(em, name, now)) === null) return
  throw new IdempotencyConflict(
    409,
    'A request with this Idempotency-Key is still running. Send it again in a moment.',
  )
}

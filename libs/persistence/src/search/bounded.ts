import { ContentError } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { execute, type Sql } from '../sql.ts'
import { QUERY_CANCELED, type DatabaseError } from '../store-errors.ts'

export const DEFAULT_SEARCH_TIMEOUT_MS = 2_000

/**
 * The costs of compiling the statement and of parallel workers are higher than those of a bounded search. Without
 * synchronized scans and parallel workers, each page of a search has the same candidates.
 */
const createSettings = (timeoutMs: number): Sql =>
  sql`select set_config('statement_timeout', ${String(timeoutMs)}, true), set_config('jit', 'off', true),
    set_config('synchronize_seqscans', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`

const tooLong = (cause: unknown): ContentError =>
  new ContentError(
    'TIMEOUT',
    'The search took too long, and the database stopped it. Search for less common words or for fewer types, or try again.',
    [],
    { cause },
  )

/** Runs a search in a separate transaction, in which each statement has `timeoutMs`. */
export const runBoundedSearch = async <Result>(
  em: SqlEntityManager,
  timeoutMs: number,
  work: (em: SqlEntityManager) => Promise<Result>,
): Promise<Result> => {
  // Within a larger transaction, the settings would apply until its end.
  if (em.isInTransaction()) return work(em)
  try {
    return await em.fork().transactional(async (inside) => {
      await execute(inside, createSettings(timeoutMs))
      return work(inside)
    })
  } catch (error) {
    throw (error as DatabaseError).code === QUERY_CANCELED ? tooLong(error) : error
  }
}

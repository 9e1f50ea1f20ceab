import { ContentError } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import type { SessionSettings } from '../prepared/session-settings.ts'
import { execute, type Sql } from '../sql.ts'
import { runInTransaction } from '../session/transactions.ts'
import { QUERY_CANCELED, type DatabaseError } from '../store-errors.ts'

export const DEFAULT_SEARCH_TIMEOUT_MS = 2_000

/**
 * The costs of compiling the statement and of parallel workers are higher than those of a bounded search. Without
 * synchronized scans and parallel workers, each page of a search has the same candidates. PostgreSQL cannot know how many
 * records have the words of a prepared search, and would rather read all documents than use the index.
 */
export const createSearchSettings = (timeoutMs: number): SessionSettings => ({
  statement_timeout: String(timeoutMs),
  jit: 'off',
  synchronize_seqscans: 'off',
  max_parallel_workers_per_gather: '0',
  enable_seqscan: 'off',
})

const setLocally = (settings: SessionSettings): Sql =>
  sql`select ${sql.join(Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}`

const tooLong = (cause: unknown): ContentError =>
  new ContentError(
    'TIMEOUT',
    'The search took too long, and the database stopped it. Search for less common words or for fewer types, or try again.',
    [],
    { cause },
  )

/** Runs statements of a search, which PostgreSQL ends after the time of the search. @throws TIMEOUT. */
export const endInTime = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    throw (error as DatabaseError).code === QUERY_CANCELED ? tooLong(error) : error
  }
}

/** Runs a search in a separate transaction, in which each statement has `timeoutMs`. */
export const runBoundedSearch = async <Result>(
  em: SqlEntityManager,
  timeoutMs: number,
  work: (em: SqlEntityManager) => Promise<Result>,
): Promise<Result> => {
  // Within a larger transaction, the settings would apply until its end.
  if (em.isInTransaction()) return work(em)
  return endInTime(() =>
    runInTransaction(em, async (inside) => {
      await execute(inside, setLocally(createSearchSettings(timeoutMs)))
      return work(inside)
    }),
  )
}

import { ContentError } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import type { SessionSettings } from '../connections/session-settings.ts'
import { limitByPlace } from '../places/held-place.ts'
import { limitStatements } from '../embedded/statement-limit.ts'
import { execute, type Sql } from '../statements/sql.ts'
import { runInTransaction } from '../statements/transactions.ts'
import { QUERY_CANCELED, type DatabaseError } from '../statements/store-errors.ts'

export const DEFAULT_SEARCH_TIMEOUT_MS = 2_000

/** All connections of requests have these, unless a pooler has made them. */
const OF_REQUESTS = { jit: 'off', max_parallel_workers_per_gather: '0' }

/**
 * Without synchronized scans, each page of a search has the same candidates. PostgreSQL cannot know how many records have the
 * words of a prepared search, and would rather read all documents than use the index.
 */
export const createSearchSettings = (timeoutMs: number) =>
  ({
    statement_timeout: String(timeoutMs),
    synchronize_seqscans: 'off',
    enable_seqscan: 'off',
  }) satisfies SessionSettings

const setLocally = (settings: SessionSettings): Sql =>
  sql`select ${sql.join(Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}`

const SEARCH_TOOK_TOO_LONG =
  'The search took too long, and the database stopped it. Search for less common words or for fewer types, or try again.'

const tooLong = (message: string, cause: unknown): ContentError =>
  new ContentError('TIMEOUT', message, [], { cause })

/** Runs statements that PostgreSQL ends after a time. @throws TIMEOUT with the message. */
export const endInTime = async <Result>(
  work: () => Promise<Result>,
  message = SEARCH_TOOK_TOO_LONG,
): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    throw (error as DatabaseError).code === QUERY_CANCELED ? tooLong(message, error) : error
  }
}

/** Runs a read of content. @throws TIMEOUT with its name. */
export const endRead = <Result>(work: () => Promise<Result>, content: string): Promise<Result> =>
  endInTime(
    work,
    `Reading ${content} took too long, and the database stopped it. Select less, or filter by a field that an index serves.`,
  )

/** Runs statements in a separate transaction with these settings. */
const runWithSettings = async <Result>(
  em: SqlEntityManager,
  settings: SessionSettings & { readonly statement_timeout: string },
  work: (em: SqlEntityManager) => Promise<Result>,
): Promise<Result> => {
  // Within a larger transaction, the settings would apply until its end.
  if (em.isInTransaction()) return work(em)
  const limit = { statement_timeout: String(limitByPlace(Number(settings.statement_timeout))) }
  return runInTransaction(em, async (inside) => {
    await execute(inside, setLocally({ ...settings, ...limit }))
    // The embedded database does not know the setting.
    return limitStatements(Number(settings.statement_timeout), () => work(inside))
  })
}

/** Runs a search, in which each statement has `timeoutMs`. */
export const runBoundedSearch = <Result>(
  em: SqlEntityManager,
  timeoutMs: number,
  work: (em: SqlEntityManager) => Promise<Result>,
): Promise<Result> =>
  endInTime(() => runWithSettings(em, { ...OF_REQUESTS, ...createSearchSettings(timeoutMs) }, work))

/** C13.6: a list that no index serves, with the time of a search. */
export interface UnservedList {
  /** The path of a filter, or the fields of an order; null for a list that looks for words. */
  readonly unserved: string | null
  readonly timeoutMs: number
}

const WORDS_TOOK_TOO_LONG =
  'The list took too long, because many records have the words of query. Search for less common words, or add a filter.'

const nameMissingIndex = (unserved: string): string =>
  `The list took too long, because no index serves ${unserved}. Add a condition that an index serves, or declare the field with \`index\`.`

/** Runs the statements of a list that no index serves. @throws TIMEOUT with the name of what needs an index. */
export const runUnserved = <Result>(
  em: SqlEntityManager,
  { unserved, timeoutMs }: UnservedList,
  work: (em: SqlEntityManager) => Promise<Result>,
): Promise<Result> => {
  const settings = { ...OF_REQUESTS, statement_timeout: String(timeoutMs) }
  return endInTime(
    () => runWithSettings(em, settings, work),
    unserved === null ? WORDS_TOOK_TOO_LONG : nameMissingIndex(unserved),
  )
}

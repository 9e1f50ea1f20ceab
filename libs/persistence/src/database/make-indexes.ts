import { setTimeout as wait } from 'node:timers/promises'
import { OperatorError } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { parseIndexChange, type IndexChange } from '../migrations/index-change.ts'
import { execute, findRow } from '../statements/sql.ts'

/** C17.10: above this number of rows, other processes must be able to write while an index is made. */
export const MOST_ROWS_LOCKED = 100_000

const POLL_MS = 200

interface Waiting {
  readonly place: string
  readonly statement: string
}

interface StoredIndex {
  readonly isValid: boolean
  /** Another connection makes the index now: that of a process that has ended, too. */
  readonly isInWork: boolean
}

/** The statement of an index has failed. The next start repeats it. */
class FailedIndex extends OperatorError {
  override readonly name = 'FailedIndex'

  constructor(statement: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(
      `An index of a migration could not be made:\n  ${reason}\nin the statement:\n  ${statement}\n` +
        'The migrations themselves have run. Correct the rows and start again: the start makes the index.',
      { cause },
    )
  }
}

const inSchema = (name: string) =>
  sql`to_regclass(quote_ident(current_schema()) || '.' || quote_ident(${name}))`

const findIndex = (em: SqlEntityManager, name: string): Promise<StoredIndex | null> =>
  findRow(
    em,
    sql<StoredIndex>`select x.indisvalid as "isValid",
        exists (select from pg_stat_progress_create_index p where p.index_relid = x.indexrelid) as "isInWork"
      from pg_index x where x.indexrelid = ${inSchema(name)}`,
  )

const hasTable = async (em: SqlEntityManager, name: string): Promise<boolean> => {
  const row = await findRow(em, sql<{ isThere: boolean }>`select ${inSchema(name)} is not null as "isThere"`)
  return row?.isThere === true
}

const isLarge = async (em: SqlEntityManager, table: string): Promise<boolean> => {
  const row = await findRow(
    em,
    sql<{ rows: string }>`select count(*) as rows
      from (select from ${sql.table(table)} limit ${MOST_ROWS_LOCKED + 1}) some_rows`,
  )
  return Number(row?.rows) > MOST_ROWS_LOCKED
}

/** The embedded database has one connection, and nobody who could write meanwhile. */
const drop = (em: SqlEntityManager, name: string, isEmbedded: boolean): Promise<number> =>
  execute(
    em,
    isEmbedded
      ? sql`drop index if exists ${sql.id(name)}`
      : sql`drop index concurrently if exists ${sql.id(name)}`,
  )

/** Whether the index is there. One that an interrupted statement has left is dropped; PostgreSQL uses it for nothing. */
const isMade = async (em: SqlEntityManager, name: string, isEmbedded: boolean): Promise<boolean> => {
  for (;;) {
    const stored = await findIndex(em, name)
    if (stored === null || stored.isValid) return stored !== null
    if (!stored.isInWork) {
      await drop(em, name, isEmbedded)
      return false
    }
    await wait(POLL_MS)
  }
}

/** A later migration can have dropped the table. */
const create = async (
  em: SqlEntityManager,
  { name, table, words: [first, rest] }: Extract<IndexChange, { kind: 'create' }>,
  isEmbedded: boolean,
): Promise<void> => {
  if (!(await hasTable(em, table)) || (await isMade(em, name, isEmbedded))) return
  const words = !isEmbedded && (await isLarge(em, table)) ? [first, 'concurrently', rest] : [first, rest]
  // eslint-disable-next-line no-restricted-syntax -- a migration has written the words of the statement
  await em.execute(words.join(' '))
}

const change = async (em: SqlEntityManager, statement: string, isEmbedded: boolean): Promise<void> => {
  const parsed = parseIndexChange(statement)
  try {
    await (parsed.kind === 'drop' ? drop(em, parsed.name, isEmbedded) : create(em, parsed, isEmbedded))
  } catch (error) {
    throw new FailedIndex(statement, error)
  }
}

const findWaiting = (em: SqlEntityManager): Promise<Waiting | null> =>
  findRow(em, sql<Waiting>`select place, statement from waiting_indexes order by place limit 1`)

/** Whether indexes of migrations that have run are still to be made. */
export const hasWaitingIndexes = async (em: SqlEntityManager): Promise<boolean> =>
  (await findWaiting(em)) !== null

/**
 * C17.10: makes the indexes of the migrations that have run, in their order. Only one process does so at a time. One that ends
 * leaves the rest to the next start. @throws OperatorError.
 */
export const makeIndexes = async (em: SqlEntityManager, isEmbedded: boolean): Promise<void> => {
  for (;;) {
    const waiting = await findWaiting(em)
    if (waiting === null) return
    await change(em, waiting.statement, isEmbedded)
    await execute(em, sql`delete from waiting_indexes where place = ${waiting.place}`)
  }
}

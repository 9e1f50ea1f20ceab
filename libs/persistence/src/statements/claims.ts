import type { Claim, ClaimTime } from '@content-service/domain/internal/jobs'
import { sql } from 'kysely'
import type { Sql } from './sql.ts'

/**
 * A table whose rows are work: a worker claims a row, works, and settles its claim. The table has the columns `id`,
 * `attempts` and `claimed_until`.
 */
export interface WorkTable {
  readonly table: Sql
  /** The column with the time from which a worker can claim the row; the earliest row comes first. */
  readonly dueAt: Sql
  /** The condition of rows that are not done. */
  readonly isOpen: Sql
}

/** The condition of rows without a valid claim. */
export const isFree = (now: Date): Sql => sql`(claimed_until is null or claimed_until <= ${now})`

/** The ids of the first due rows. A worker that finds a locked row takes another row. */
export const selectDueRows = ({ table, dueAt, isOpen }: WorkTable, now: Date, atMost: number): Sql =>
  sql`select id from ${table} where ${isOpen} and ${dueAt} <= ${now} and ${isFree(now)}
    order by ${dueAt} limit ${atMost} for update skip locked`

/**
 * Claims the rows of `due`, and runs `select` on the rows that it has `claimed`. PostgreSQL can run a subquery again
 * for each row of a small table, and would claim another row each time: a materialized query runs once. If two workers
 * find the same row, the second worker waits, and then skips the claimed row. `more` sets other columns.
 */
export const claimRows = <Row>(
  { table, isOpen }: WorkTable,
  { now, until }: ClaimTime,
  { due, select, more = sql`` }: { readonly due: Sql; readonly select: Sql; readonly more?: Sql },
) => sql<Row>`with due as materialized (${due}), claimed as (
    update ${table} set attempts = attempts + 1, claimed_until = ${until} ${more}
    where id in (select id from due) and ${isOpen} and ${isFree(now)} returning *
  ) ${select}`

/** Changes a claimed row. The number of attempts shows whether another worker has claimed the row since. */
export const changeClaimed = ({ table, isOpen }: WorkTable, { id, attempts }: Claim, changes: Sql): Sql =>
  sql`update ${table} set ${changes} where id = ${id} and attempts = ${attempts} and ${isOpen}`

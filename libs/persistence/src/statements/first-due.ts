import { sql } from 'kysely'
import { isFree } from './claims.ts'
import type { Sql } from './sql.ts'

/** The most due rows of a receiver that the statement reads before it continues by record. */
const WALK = sql.lit(100)

/** Events on their way to receivers. */
export interface ReceiverTable {
  readonly table: Sql
  /** The condition of the rows of the receiver `w`, by the alias of the table. */
  readonly isOf: (row: Sql) => Sql
}

/**
 * The first due rows of the receiver `w`, as many as `w.wanted`. A row is due if it is the earliest pending row of its record
 * and no worker has claimed it. PostgreSQL reads the rows whose time has come in the order of an index, so that rows that
 * wait for their next attempt cost nothing. If the first WALK rows all wait behind earlier rows of their records, the
 * statement looks at the earliest row of each record instead.
 */
export const selectFirstDue = (
  { table, isOf }: ReceiverTable,
  now: Date,
): Sql => sql`with first as materialized (
    select id, stream, position, next_attempt_at, claimed_until from ${table} d
    where ${isOf(sql`d`)} and status = 'PENDING' and next_attempt_at <= ${now}
    order by next_attempt_at, position limit ${WALK}
  ), near as materialized (
    select d.id, d.position, d.next_attempt_at from first d
    where ${isFree(now)} and d.id = (
      select e.id from ${table} e
      where ${isOf(sql`e`)} and e.stream = d.stream and e.status = 'PENDING' order by e.position limit 1
    )
  ), reach as materialized (
    select (select count(*) from first) < ${WALK} or (select count(*) from near) >= w.wanted as "isEnough"
  ), found as (
    select * from near where (select "isEnough" from reach)
    union all
    select d.id, d.position, d.next_attempt_at from (
      select distinct on (stream) id, position, next_attempt_at, claimed_until from ${table} f
      where ${isOf(sql`f`)} and status = 'PENDING' and not (select "isEnough" from reach)
      order by stream, position
    ) d where d.next_attempt_at <= ${now} and ${isFree(now)}
  ) select * from found order by next_attempt_at, position limit w.wanted`

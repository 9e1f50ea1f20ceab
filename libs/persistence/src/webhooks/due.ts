import { sql } from 'kysely'
import { isFree, type WorkTable } from '../statements/claims.ts'
import type { Sql } from '../statements/sql.ts'

export const DELIVERIES: WorkTable = {
  table: sql`webhook_deliveries`,
  dueAt: sql`next_attempt_at`,
  isOpen: sql`status = 'PENDING'`,
}

/** The most due deliveries of a webhook that the statement reads before it continues by record. */
const WALK = sql.lit(100)

/**
 * The first due deliveries of the webhook `w`, as many as `w.wanted`. A delivery is due if it is the earliest pending
 * delivery of its record and no worker has claimed it. PostgreSQL reads the deliveries whose time has come in the order
 * of an index, so that deliveries that wait for their next attempt cost nothing. If the first WALK deliveries all wait
 * behind earlier deliveries of their records, the statement looks at the earliest delivery of each record instead.
 */
export const selectDueOfWebhook = (now: Date): Sql => sql`with first as materialized (
    select id, stream, position, next_attempt_at, claimed_until from webhook_deliveries
    where webhook_id = w.id and status = 'PENDING' and next_attempt_at <= ${now}
    order by next_attempt_at, position limit ${WALK}
  ), near as materialized (
    select d.id, d.position, d.next_attempt_at from first d
    where ${isFree(now)} and d.id = (
      select e.id from webhook_deliveries e
      where e.webhook_id = w.id and e.stream = d.stream and e.status = 'PENDING' order by e.position limit 1
    )
  ), reach as materialized (
    select (select count(*) from first) < ${WALK} or (select count(*) from near) >= w.wanted as "isEnough"
  ), found as (
    select * from near where (select "isEnough" from reach)
    union all
    select d.id, d.position, d.next_attempt_at from (
      select distinct on (stream) id, position, next_attempt_at, claimed_until from webhook_deliveries
      where webhook_id = w.id and status = 'PENDING' and not (select "isEnough" from reach)
      order by stream, position
    ) d where d.next_attempt_at <= ${now} and ${isFree(now)}
  ) select * from found order by next_attempt_at, position limit w.wanted`

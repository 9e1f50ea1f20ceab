import type { Backlog } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow, type Sql } from '../sql.ts'
import { selectDueOfWebhook } from './due.ts'

/** What waits behind an earlier event of its record, for its time, or at another worker is not due. */
const selectBacklog = (now: Date): Sql => sql`with undispatched as (
    select at from events where dispatched_at is null
  ), due as (
    select d.next_attempt_at as at
    from (select id, 1 as wanted from webhooks where enabled) w cross join lateral (${selectDueOfWebhook(now)}) d
  )
  select (select count(*)::int from undispatched)
      + (select count(*)::int from webhook_deliveries where status = 'PENDING') as waiting,
    (select min(at) from (select at from undispatched union all select at from due) work) as "dueSince",
    (select count(*)::int from webhook_deliveries where status = 'DEAD') as "deadLetters"`

export const readBacklog = async (em: SqlEntityManager, now: Date): Promise<Backlog> =>
  // The statement always finds one row.
  (await findRow(em, selectBacklog(now))) as Backlog

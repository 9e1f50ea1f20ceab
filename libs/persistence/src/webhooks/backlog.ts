import type { Backlog } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { DUE_OF_WEBHOOK } from './due.ts'

/** What waits behind an earlier event of its record, for its time, or at another worker is not due. */
const BACKLOG = `with terms as (
    select ?::timestamptz as now
  ), undispatched as (
    select at from events where dispatched_at is null
  ), due as (
    select d.next_attempt_at as at from terms
    cross join (select id, 1 as wanted from webhooks where enabled) w cross join lateral (${DUE_OF_WEBHOOK}) d
  )
  select (select count(*) from undispatched)
      + (select count(*) from webhook_deliveries where status = 'PENDING') as waiting,
    (select min(at) from (select at from undispatched union all select at from due) work) as "dueSince",
    (select count(*) from webhook_deliveries where status = 'DEAD') as "deadLetters"`

interface Row {
  readonly waiting: number | string
  readonly dueSince: string | Date | null
  readonly deadLetters: number | string
}

export const readBacklog = async (em: SqlEntityManager, now: Date): Promise<Backlog> => {
  const [row] = await em.execute<[Row]>(BACKLOG, [now])
  return {
    waiting: Number(row.waiting),
    dueSince: row.dueSince === null ? null : new Date(row.dueSince),
    deadLetters: Number(row.deadLetters),
  }
}

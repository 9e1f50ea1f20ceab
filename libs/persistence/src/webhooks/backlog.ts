import type { Backlog } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'

/** What waits behind an earlier event of its record, for its time, or at another worker is not due. */
const BACKLOG = `with undispatched as (
    select at from events where dispatched_at is null
  ), heads as (
    select distinct on (webhook_id, stream) webhook_id, next_attempt_at, claimed_until
    from webhook_deliveries where status = 'PENDING' order by webhook_id, stream, position
  ), due as (
    select h.next_attempt_at as at from heads h join webhooks w on w.id = h.webhook_id and w.enabled
    where h.next_attempt_at <= ? and (h.claimed_until is null or h.claimed_until <= ?)
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
  const [row] = await em.execute<[Row]>(BACKLOG, [now, now])
  return {
    waiting: Number(row.waiting),
    dueSince: row.dueSince === null ? null : new Date(row.dueSince),
    deadLetters: Number(row.deadLetters),
  }
}

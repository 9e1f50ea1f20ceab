import type { EventId, WebhookId } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { insertRuns } from '../handlers/dispatch-runs.ts'
import { execute, findRow, findRows, type Sql } from '../statements/sql.ts'

/**
 * One process at a time dispatches events. The commits of two processes would have no common order: a later event of a
 * record could be delivered before the delivery of an earlier event exists.
 */
const DISPATCH_LOCK = sql.lit(7_310_552_021)
const LOCK = sql<{ isTaken: boolean }>`select pg_try_advisory_xact_lock(${DISPATCH_LOCK}) as "isTaken"`

interface Waiting {
  readonly eventId: EventId
  /** Null for an event without a subscribed webhook. */
  readonly webhookId: WebhookId | null
}

/**
 * The first events of each kind of record, so that many events of one kind do not delay the others. The events of a record are
 * of one kind, and stay in order. PostgreSQL finds the kinds one by one in the index.
 */
const selectWaitingEvents = (atMost: number) => sql<Waiting>`with recursive kinds (resource) as (
    select min(resource) from events where dispatched_at is null
    union all
    select (select min(resource) from events where dispatched_at is null and resource > kinds.resource)
    from kinds where resource is not null
  ), share as (
    select greatest(1, ${atMost}::integer / greatest(1, count(resource))) as events from kinds
  ), first as (
    select e.* from kinds cross join lateral (
      select id, type, at, position from events where dispatched_at is null and resource = kinds.resource
      order by position limit (select events from share)
    ) e
  ) select e.id as "eventId", w.id as "webhookId" from first e
  left join webhooks w on w.enabled and e.type = any(w.events) and w.created_at <= e.at
  order by e.position`

const insertDeliveries = (deliveries: readonly object[], now: Date): Sql => sql`insert into webhook_deliveries
    (id, webhook_id, event_id, position, stream, type, status, attempts, next_attempt_at, created_at)
  select given.id, given.webhook_id, e.id, e.position, e.resource || ' ' || e.resource_id, e.type, 'PENDING', 0, ${now}, ${now}
  from json_to_recordset(${JSON.stringify(deliveries)}::json) as given(id uuid, webhook_id uuid, event_id uuid)
  join events e on e.id = given.event_id
  join webhooks w on w.id = given.webhook_id`

/**
 * Makes the deliveries of waiting events, and the runs of handlers, in one transaction. Returns the number of events; 0 while another process does
 * this.
 */
export const dispatchEvents = async (em: SqlEntityManager, now: Date, atMost: number): Promise<number> => {
  const lock = await findRow(em, LOCK)
  if (lock?.isTaken !== true) return 0
  const waiting = await findRows(em, selectWaitingEvents(atMost))
  if (waiting.length === 0) return 0
  const deliveries = waiting.flatMap(({ eventId, webhookId }) =>
    webhookId === null ? [] : [{ id: uuidv7(), event_id: eventId, webhook_id: webhookId }],
  )
  if (deliveries.length > 0) await execute(em, insertDeliveries(deliveries, now))
  const events = [...new Set(waiting.map(({ eventId }) => eventId))]
  await execute(em, insertRuns(events, now))
  return execute(em, sql`update events set dispatched_at = ${now} where id = any(${events}::uuid[])`)
}

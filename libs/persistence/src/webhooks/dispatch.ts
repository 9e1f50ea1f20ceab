import type { EventId, WebhookId } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
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

const selectWaitingEvents = (
  atMost: number,
) => sql<Waiting>`select e.id as "eventId", w.id as "webhookId" from
    (select * from events where dispatched_at is null order by position limit ${atMost}) e
  left join webhooks w on w.enabled and e.type = any(w.events) and w.created_at <= e.at
  order by e.position`

const insertDeliveries = (deliveries: readonly object[], now: Date): Sql => sql`insert into webhook_deliveries
    (id, webhook_id, event_id, position, stream, type, status, attempts, next_attempt_at, created_at)
  select given.id, given.webhook_id, e.id, e.position, e.resource || ' ' || e.resource_id, e.type, 'PENDING', 0, ${now}, ${now}
  from json_to_recordset(${JSON.stringify(deliveries)}::json) as given(id uuid, webhook_id uuid, event_id uuid)
  join events e on e.id = given.event_id
  join webhooks w on w.id = given.webhook_id`

/**
 * Makes the deliveries of waiting events in one transaction. Returns the number of events; 0 while another process does
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
  return execute(em, sql`update events set dispatched_at = ${now} where id = any(${events}::uuid[])`)
}

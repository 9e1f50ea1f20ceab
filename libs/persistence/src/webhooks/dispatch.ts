import type { EventId, WebhookId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { v7 as uuidv7 } from 'uuid'

/**
 * One process at a time hands out events: two would commit in an order of their own, and a later event of a record
 * could be on its way while the delivery of an earlier one is not there yet.
 */
const DISPATCH_LOCK = 7_310_552_021
const LOCK = `select pg_try_advisory_xact_lock(${DISPATCH_LOCK}) as "isTaken"`

const WAITING = `select e.id as "eventId", w.id as "webhookId" from
    (select * from events where dispatched_at is null order by position limit ?) e
  left join webhooks w on w.enabled and e.type = any(w.events) and w.created_at <= e.at
  order by e.position`

const DELIVERIES = `insert into webhook_deliveries
    (id, webhook_id, event_id, position, stream, type, status, attempts, next_attempt_at, created_at)
  select given.id, given.webhook_id, e.id, e.position, e.resource || ' ' || e.resource_id, e.type, 'PENDING', 0, ?, ?
  from json_to_recordset(?::json) as given(id uuid, webhook_id uuid, event_id uuid)
  join events e on e.id = given.event_id
  join webhooks w on w.id = given.webhook_id`

const DISPATCHED =
  'update events set dispatched_at = ? where id in (select value::uuid from json_array_elements_text(?::json))'

interface Waiting {
  readonly eventId: EventId
  /** Null for an event that nobody subscribes to. */
  readonly webhookId: WebhookId | null
}

/** Makes deliveries of the events that wait, within one transaction. Returns of how many; none while another does. */
export const dispatchEvents = async (em: SqlEntityManager, now: Date, atMost: number): Promise<number> => {
  const [lock] = await em.execute<{ isTaken: boolean }[]>(LOCK)
  if (lock?.isTaken !== true) return 0
  const waiting = await em.execute<Waiting[]>(WAITING, [atMost])
  if (waiting.length === 0) return 0
  const deliveries = waiting.flatMap(({ eventId, webhookId }) =>
    webhookId === null ? [] : [{ id: uuidv7(), event_id: eventId, webhook_id: webhookId }],
  )
  if (deliveries.length > 0) await em.execute(DELIVERIES, [now, now, JSON.stringify(deliveries)], 'run')
  const events = [...new Set(waiting.map(({ eventId }) => eventId))]
  await em.execute(DISPATCHED, [now, JSON.stringify(events)], 'run')
  return events.length
}

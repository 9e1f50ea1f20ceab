import type {
  Backlog,
  ClaimedDelivery,
  ClaimTerms,
  DeliveryStore,
  DomainEvent,
  EventId,
  Settlement,
  WebhookDelivery,
  WebhookDeliveryId,
} from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { v7 as uuidv7 } from 'uuid'
import type { StoreSession } from '../store-session.ts'
import { readBacklog } from './backlog.ts'
import { claimDeliveries } from './claim.ts'
import { dispatchEvents } from './dispatch.ts'

/** Told to one webhook alone: it is dispatched from the beginning. */
const ADD_EVENT = `insert into events (id, type, resource, resource_id, at, data, dispatched_at)
  values (?, ?, ?, ?, ?, ?, ?) returning position`
const ADD = `insert into webhook_deliveries
    (id, webhook_id, event_id, position, stream, type, status, attempts, next_attempt_at, created_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
/** Whoever has claimed it since has counted an attempt more. */
const SETTLE = `update webhook_deliveries
  set status = ?, next_attempt_at = ?, status_code = ?, error = ?, last_attempt_at = ?, claimed_until = null
  where id = ? and attempts = ? and status = 'PENDING'`
const FIND = `select id, webhook_id as "webhookId", event_id as "eventId", type, status, attempts,
    next_attempt_at as "nextAttemptAt", last_attempt_at as "lastAttemptAt", status_code as "statusCode", error,
    created_at as "createdAt"
  from webhook_deliveries where id = ? for update`
const CHANGE = `update webhook_deliveries set status = ?, attempts = ?, next_attempt_at = ? where id = ?`
const PURGE = `with due as materialized (
    select id from events where at < ? and dispatched_at is not null order by at limit ? for update skip locked
  ) delete from events using due where events.id = due.id`

type Time = string | Date | null
type Found = Omit<WebhookDelivery, 'nextAttemptAt' | 'lastAttemptAt' | 'createdAt'> &
  Readonly<Record<'nextAttemptAt' | 'lastAttemptAt' | 'createdAt', Time>>

const timeOrNull = (time: Time): Date | null => (time === null ? null : new Date(time))

const deliveryOf = (row: Found): WebhookDelivery => ({
  ...row,
  nextAttemptAt: timeOrNull(row.nextAttemptAt),
  lastAttemptAt: timeOrNull(row.lastAttemptAt),
  createdAt: new Date(row.createdAt as string | Date),
})

const affected = async (
  em: SqlEntityManager,
  statement: string,
  values: readonly unknown[],
): Promise<number> => (await em.execute<{ affectedRows: number }>(statement, [...values], 'run')).affectedRows

export class SqlDeliveryStore implements DeliveryStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  nextId(): WebhookDeliveryId {
    return uuidv7() as WebhookDeliveryId
  }

  nextEventId(): EventId {
    return uuidv7() as EventId
  }

  dispatch(now: Date, atMost: number): Promise<number> {
    return this.#session.transaction((em) => dispatchEvents(em, now, atMost))
  }

  async add(delivery: WebhookDelivery, event: DomainEvent): Promise<void> {
    await this.#session.write(
      'webhooks',
      async (em) => {
        const { id, type, resource, resourceId, at, data } = event
        const values = [id, type, resource, resourceId, at, JSON.stringify(data), at]
        const [added] = await em.execute<{ position: string }[]>(ADD_EVENT, values)
        const { webhookId, status, attempts, nextAttemptAt, createdAt } = delivery
        const order = [added?.position, `${resource} ${resourceId}`]
        const rest = [type, status, attempts, nextAttemptAt, createdAt]
        await em.execute(ADD, [delivery.id, webhookId, id, ...order, ...rest], 'run')
      },
      () => [delivery.webhookId],
    )
  }

  claim(terms: ClaimTerms): Promise<readonly ClaimedDelivery[]> {
    return this.#session.run((em) => claimDeliveries(em, terms))
  }

  async settle(
    { id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>,
    { status, nextAttemptAt, statusCode, error }: Settlement,
    now: Date,
  ): Promise<boolean> {
    const values = [status, nextAttemptAt, statusCode, error, now, id, attempts]
    return (await this.#session.run((em) => affected(em, SETTLE, values))) > 0
  }

  change(
    id: WebhookDeliveryId,
    decide: (current: WebhookDelivery) => WebhookDelivery,
  ): Promise<WebhookDelivery | null> {
    const work = async (em: SqlEntityManager): Promise<WebhookDelivery | null> => {
      const [found] = await em.execute<Found[]>(FIND, [id])
      if (found === undefined) return null
      const next = decide(deliveryOf(found))
      await em.execute(CHANGE, [next.status, next.attempts, next.nextAttemptAt, id], 'run')
      return next
    }
    return this.#session.write('webhooks', work, (changed) => (changed ? [changed.webhookId] : []))
  }

  backlog(now: Date): Promise<Backlog> {
    return this.#session.read((em) => readBacklog(em, now))
  }

  purge(before: Date, atMost: number): Promise<number> {
    return this.#session.run((em) => affected(em, PURGE, [before, atMost]))
  }
}

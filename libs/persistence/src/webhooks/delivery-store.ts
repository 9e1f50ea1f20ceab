import type {
  Backlog,
  ClaimedDelivery,
  ClaimTerms,
  DeliveryStore,
  DeliveryOutcome,
  WebhookDelivery,
} from '@content-service/domain/internal/webhooks'
import type { Claim } from '@content-service/domain/internal/jobs'
import type { DomainEvent } from '@content-service/domain/internal/events'
import type { EventId, WebhookDeliveryId } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { changeClaimed } from '../statements/claims.ts'
import { columns, execute, findRow, insertInto, type Sql } from '../statements/sql.ts'
import { SqlStore } from '../session/sql-store.ts'
import { claimDeliveries } from './claim.ts'
import { dispatchEvents } from './dispatch.ts'
import { DELIVERIES, selectDueOfWebhook } from './due.ts'

/** A delivery that waits behind an earlier event of its record, for its time, or at another worker is not due. */
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

const readBacklog = async (em: SqlEntityManager, now: Date): Promise<Backlog> =>
  // The statement always returns one row.
  (await findRow(em, selectBacklog(now))) as Backlog

const COLUMNS = columns(
  'id',
  'webhookId',
  'eventId',
  'type',
  'status',
  'attempts',
  'nextAttemptAt',
  'lastAttemptAt',
  'statusCode',
  'error',
  'createdAt',
)

export class SqlDeliveryStore extends SqlStore implements DeliveryStore {
  nextId(): WebhookDeliveryId {
    return uuidv7() as WebhookDeliveryId
  }

  nextEventId(): EventId {
    return uuidv7() as EventId
  }

  /** Most calls find no event, and need no transaction of four statements. */
  async dispatch(now: Date, atMost: number): Promise<number> {
    const waiting = await this.session.findRow(sql`select 1 from events where dispatched_at is null limit 1`)
    return waiting === null ? 0 : this.session.transaction((em) => dispatchEvents(em, now, atMost))
  }

  async add(delivery: WebhookDelivery, event: DomainEvent): Promise<void> {
    const { resource, resourceId, at } = event
    // `dispatchedAt` excludes the event from the dispatch, because the event is for one webhook alone.
    const row = { ...event, data: JSON.stringify(event.data), dispatchedAt: at }
    const add = async (em: SqlEntityManager): Promise<void> => {
      const added = await findRow(
        em,
        sql<{ position: string }>`${insertInto('events', row)} returning position`,
      )
      const order = { position: added?.position, stream: `${resource} ${resourceId}` }
      await execute(em, insertInto('webhook_deliveries', { ...delivery, ...order }))
    }
    await this.session.write('webhooks', add, () => [delivery.webhookId])
  }

  claim(terms: ClaimTerms): Promise<readonly ClaimedDelivery[]> {
    return this.session.run((em) => claimDeliveries(em, terms))
  }

  async settle(claim: Claim<WebhookDeliveryId>, outcome: DeliveryOutcome, now: Date): Promise<boolean> {
    const { status, nextAttemptAt, statusCode, error } = outcome
    const changes = sql`status = ${status}, next_attempt_at = ${nextAttemptAt}, status_code = ${statusCode},
      error = ${error}, last_attempt_at = ${now}, claimed_until = null`
    return (await this.session.execute(changeClaimed(DELIVERIES, claim, changes))) > 0
  }

  change(
    id: WebhookDeliveryId,
    decide: (current: WebhookDelivery) => WebhookDelivery,
  ): Promise<WebhookDelivery | null> {
    const find = sql<WebhookDelivery>`select ${COLUMNS} from webhook_deliveries where id = ${id} for update`
    const work = async (em: SqlEntityManager): Promise<WebhookDelivery | null> => {
      const found = await findRow(em, find)
      if (found === null) return null
      const next = decide(found)
      const change = sql`update webhook_deliveries
        set status = ${next.status}, attempts = ${next.attempts}, next_attempt_at = ${next.nextAttemptAt} where id = ${id}`
      await execute(em, change)
      return next
    }
    return this.session.write('webhooks', work, (changed) => (changed ? [changed.webhookId] : []))
  }

  backlog(now: Date): Promise<Backlog> {
    return this.session.read((em) => readBacklog(em, now))
  }

  purge(before: Date, atMost: number): Promise<number> {
    const purge = sql`with due as materialized (
        select id from events where at < ${before} and dispatched_at is not null
        order by at limit ${atMost} for update skip locked
      ) delete from events using due where events.id = due.id`
    return this.session.execute(purge)
  }
}

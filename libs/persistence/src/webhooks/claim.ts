import type { ClaimedDelivery, ClaimTerms, DomainEvent } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { DUE_OF_WEBHOOK } from './due.ts'

/**
 * Two workers that find the same delivery wait for its row, and the second finds it claimed: the last condition is
 * asked again of the row as it is then. Only the earliest pending delivery of a record to a webhook can be claimed.
 */
const CLAIM = `with terms as (
    select ?::timestamptz as now
  ), wanting as (
    select w.id, greatest(? - coalesce(busy.count, 0), 0) as wanted from webhooks w
    left join json_to_recordset(?::json) as busy(id uuid, count integer) on busy.id = w.id where w.enabled
  ), due as materialized (
    select d.id from terms cross join wanting w cross join lateral (${DUE_OF_WEBHOOK}) d order by d.position limit ?
  ), claimed as (
    update webhook_deliveries set claimed_until = ?, attempts = attempts + 1
    where id in (select id from due)
      and status = 'PENDING' and (claimed_until is null or claimed_until <= ?)
    returning *
  )
  select claimed.id, claimed.attempts, claimed.webhook_id as "webhookId", w.owner_id as "ownerId", w.url,
    w.failing_since as "failingSince", w.sealed_secret as "sealedSecret",
    case when w.previous_secret_until > ? then w.previous_sealed_secret end as "previousSecret",
    e.id as "eventId", e.type, e.resource, e.resource_id as "resourceId", e.at, e.data
  from claimed join webhooks w on w.id = claimed.webhook_id join events e on e.id = claimed.event_id
  order by claimed.position`

type Time = string | Date

interface Row {
  readonly id: ClaimedDelivery['id']
  readonly attempts: number
  readonly webhookId: ClaimedDelivery['webhook']['id']
  readonly ownerId: ClaimedDelivery['webhook']['ownerId']
  readonly url: string
  readonly failingSince: Time | null
  readonly sealedSecret: string
  readonly previousSecret: string | null
  readonly eventId: DomainEvent['id']
  readonly type: DomainEvent['type']
  readonly resource: DomainEvent['resource']
  readonly resourceId: string
  readonly at: Time
  readonly data: DomainEvent['data']
}

const eventOf = ({ eventId, type, resource, resourceId, at, data }: Row): DomainEvent => ({
  id: eventId,
  type,
  resource,
  resourceId,
  at: new Date(at),
  data,
})

const claimedOf = (row: Row): ClaimedDelivery => ({
  id: row.id,
  attempts: row.attempts,
  event: eventOf(row),
  webhook: {
    id: row.webhookId,
    ownerId: row.ownerId,
    url: row.url,
    failingSince: row.failingSince === null ? null : new Date(row.failingSince),
    sealedSecrets: [row.sealedSecret, ...(row.previousSecret === null ? [] : [row.previousSecret])],
  },
})

export const claimDeliveries = async (
  em: SqlEntityManager,
  { now, until, atMost, atMostEach, underWay }: ClaimTerms,
): Promise<readonly ClaimedDelivery[]> => {
  const busy = JSON.stringify([...underWay].map(([id, count]) => ({ id, count })))
  const values = [now, atMostEach, busy, atMost, until, now, now]
  return (await em.execute<Row[]>(CLAIM, values)).map(claimedOf)
}

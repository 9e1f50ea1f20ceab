import type { ClaimedDelivery, ClaimTerms } from '@content-service/domain/internal/webhooks'
import type { DomainEvent } from '@content-service/domain/internal/events'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { claimRows } from '../statements/claims.ts'
import { findRows, type Sql } from '../statements/sql.ts'
import { DELIVERIES, selectDueOfWebhook } from './due.ts'

/**
 * Only the earliest pending delivery of a record to a webhook can be claimed. `turn` counts the deliveries of an owner, with
 * those under way.
 */
const selectDueDeliveries = ({ now, atMost, atMostEach, atMostOfOwner, underWay }: ClaimTerms): Sql => {
  const busy = JSON.stringify([...underWay].map(([id, count]) => ({ id, count })))
  return sql`with wanting as (
      select w.id, w.owner_id, greatest(${atMostEach} - coalesce(busy.count, 0), 0) as wanted,
        coalesce(sum(busy.count) over (partition by w.owner_id), 0) as busy
      from webhooks w left join json_to_recordset(${busy}::json) as busy(id uuid, count integer) on busy.id = w.id
      where w.enabled
    ) select id from (
      select d.id, d.position, w.busy + row_number() over (partition by w.owner_id order by d.position) as turn
      from wanting w cross join lateral (${selectDueOfWebhook(now)}) d
    ) due where turn <= ${atMostOfOwner} order by turn, position limit ${atMost}`
}

const selectClaimed = (now: Date): Sql => sql`select claimed.id, claimed.attempts,
    claimed.webhook_id as "webhookId", w.owner_id as "ownerId", w.url, w.failing_since as "failingSince",
    array_remove(array[w.sealed_secret, case when w.previous_secret_until > ${now} then w.previous_sealed_secret end], null)
      as "sealedSecrets",
    e.id as "eventId", e.type, e.resource, e.resource_id as "resourceId", e.at, e.data
  from claimed join webhooks w on w.id = claimed.webhook_id join events e on e.id = claimed.event_id
  order by claimed.position`

type Webhook = ClaimedDelivery['webhook']

interface Row extends Pick<ClaimedDelivery, 'id' | 'attempts'>, Omit<DomainEvent, 'id'>, Omit<Webhook, 'id'> {
  readonly webhookId: Webhook['id']
  readonly eventId: DomainEvent['id']
}

const toClaimedDelivery = (row: Row): ClaimedDelivery => {
  const { id, attempts, webhookId, ownerId, url, failingSince, sealedSecrets, eventId, ...event } = row
  const webhook = { id: webhookId, ownerId, url, failingSince, sealedSecrets }
  return { id, attempts, event: { id: eventId, ...event }, webhook }
}

export const claimDeliveries = async (
  em: SqlEntityManager,
  terms: ClaimTerms,
): Promise<readonly ClaimedDelivery[]> => {
  const parts = { due: selectDueDeliveries(terms), select: selectClaimed(terms.now) }
  return (await findRows(em, claimRows<Row>(DELIVERIES, terms, parts))).map(toClaimedDelivery)
}

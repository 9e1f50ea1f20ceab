import type { UserId, WebhookId } from '../../../rules/ids.ts'
import type { ClaimedDelivery, DeliveryStore } from '../../../webhooks/delivery-store.ts'
import { newDelivery } from '../../../webhooks/webhook-delivery.ts'
import { nextUuid, type KeptDelivery, type KeptEvent, type MemoryTables } from '../memory-tables.ts'
import { changeClaimed, isFree } from './memory-claims.ts'
import { dispatchRuns } from './memory-handlers.ts'

/** Whether no earlier event of the record waits for the webhook. */
const isFirst = ({ events, deliveries }: MemoryTables, { webhookId, eventId }: KeptDelivery): boolean => {
  const { resource, resourceId } = events.getKnown(eventId)
  const pending = deliveries.where({ webhookId, status: 'PENDING' })
  const waiting = new Set(pending.map((each) => each.eventId))
  return events.where({ resource, resourceId }).find(({ id }) => waiting.has(id))?.id === eventId
}

const listDue = (tables: MemoryTables, now: Date): readonly KeptDelivery[] =>
  tables.deliveries.where(
    (delivery) =>
      delivery.status === 'PENDING' &&
      delivery.nextAttemptAt !== null &&
      delivery.nextAttemptAt <= now &&
      isFree(delivery, now) &&
      tables.webhooks.getKnown(delivery.webhookId).enabled &&
      isFirst(tables, delivery),
  )

const describeClaimed = (
  { webhooks, events }: MemoryTables,
  { id, attempts, eventId, webhookId }: KeptDelivery,
  now: Date,
): ClaimedDelivery => {
  const { ownerId, url, failingSince, sealedSecret, previous } = webhooks.getKnown(webhookId)
  const sealedSecrets = [sealedSecret, ...(previous && previous.until > now ? [previous.sealedSecret] : [])]
  const { dispatchedAt: _, depth: __, ...event } = events.getKnown(eventId)
  return { id, attempts, event, webhook: { id: webhookId, ownerId, url, failingSince, sealedSecrets } }
}

/** Counts the deliveries of each webhook or owner, beside those under way. */
const countTurns = <Key>(
  due: readonly KeptDelivery[],
  underWay: ReadonlyMap<Key, number>,
  keyOf: (delivery: KeptDelivery) => Key,
): readonly { readonly delivery: KeptDelivery; readonly turn: number }[] => {
  const counts = new Map(underWay)
  return due.map((delivery) => {
    const turn = (counts.get(keyOf(delivery)) ?? 0) + 1
    counts.set(keyOf(delivery), turn)
    return { delivery, turn }
  })
}

/** Makes the deliveries of an event for the webhooks that subscribe, and the runs of handlers. */
const dispatchEvent = (tables: MemoryTables, event: KeptEvent, now: Date): void => {
  const { webhooks, deliveries } = tables
  const { id: eventId, type, at } = event
  const subscribers = webhooks.where(
    ({ enabled, events, createdAt }) => enabled && createdAt <= at && events.some((name) => name === type),
  )
  for (const { id: webhookId } of subscribers) {
    const delivery = newDelivery({ id: nextUuid(), webhookId, eventId, type }, now)
    deliveries.put({ ...delivery, claimedUntil: null })
  }
  dispatchRuns(tables, event, now)
}

export const memoryDeliveries = (tables: MemoryTables): DeliveryStore => {
  const { events, deliveries } = tables
  return {
    nextId: () => nextUuid(),
    nextEventId: () => nextUuid(),
    dispatch: async (now, atMost) => {
      const waiting = events.where({ dispatchedAt: null }).slice(0, atMost)
      for (const event of waiting) dispatchEvent(tables, events.put({ ...event, dispatchedAt: now }), now)
      return waiting.length
    },
    add: async (delivery, event) => {
      events.put({ ...event, dispatchedAt: event.at, depth: 0 })
      deliveries.put({ ...delivery, claimedUntil: null })
    },
    claim: async ({ now, until, atMost, atMostEach, atMostOfOwner, underWay }) => {
      const free = countTurns(listDue(tables, now), underWay, ({ webhookId }) => webhookId)
        .filter(({ turn }) => turn <= atMostEach)
        .map(({ delivery }) => delivery)
      const findOwner = (id: WebhookId): UserId => tables.webhooks.getKnown(id).ownerId
      const ofOwners = new Map<UserId, number>()
      for (const [id, count] of underWay)
        ofOwners.set(findOwner(id), (ofOwners.get(findOwner(id)) ?? 0) + count)
      const inTurn = countTurns(free, ofOwners, ({ webhookId }) => findOwner(webhookId))
        .filter(({ turn }) => turn <= atMostOfOwner)
        .toSorted((one, other) => one.turn - other.turn)
      return inTurn.slice(0, atMost).map(({ delivery }) => {
        const claimed = { ...delivery, attempts: delivery.attempts + 1, claimedUntil: until }
        return describeClaimed(tables, deliveries.put(claimed), now)
      })
    },
    settle: async (claim, outcome, now) =>
      changeClaimed(deliveries, claim, ({ status }) =>
        status === 'PENDING' ? { ...outcome, lastAttemptAt: now, claimedUntil: null } : null,
      ),
    change: async (id, decide) => {
      const current = deliveries.get(id)
      if (current === undefined) return null
      const { claimedUntil, ...delivery } = current
      const next = decide(delivery)
      deliveries.put({ ...next, claimedUntil })
      return next
    },
    backlog: async (now) => {
      const undispatched = events.where({ dispatchedAt: null })
      const due = listDue(tables, now).flatMap(({ nextAttemptAt }) => nextAttemptAt ?? [])
      const since = [...undispatched.map(({ at }) => at), ...due]
      return {
        waiting: undispatched.length + deliveries.where({ status: 'PENDING' }).length,
        dueSince: since.length === 0 ? null : new Date(Math.min(...since.map((at) => at.getTime()))),
        deadLetters: deliveries.where({ status: 'DEAD' }).length,
      }
    },
    purge: async (before, atMost) => {
      const old = events.remove(({ at, dispatchedAt }) => at < before && dispatchedAt !== null, atMost)
      for (const { id } of old) {
        deliveries.remove({ eventId: id })
        tables.runs.remove({ eventId: id })
      }
      return old.length
    },
  }
}

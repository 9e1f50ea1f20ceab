import type { DomainEvent } from '../../../events/domain-event.ts'
import type { EventId, WebhookId } from '../../../rules/ids.ts'
import type { ClaimedDelivery, DeliveryStore } from '../../../webhooks/delivery-store.ts'
import { newDelivery } from '../../../webhooks/webhook-delivery.ts'
import {
  type KeptDelivery,
  type KeptEvent,
  type KeptWebhook,
  type MemoryTables,
  nextUuid,
} from '../memory-tables.ts'
import { changeClaimed, isFree } from './memory-claims.ts'

const getEvent = ({ events }: MemoryTables, id: EventId): KeptEvent => {
  const event = events.get(id)
  if (event === undefined) throw new Error('a delivery without its event')
  return event
}

const getWebhook = ({ webhooks }: MemoryTables, id: WebhookId): KeptWebhook => {
  const webhook = webhooks.get(id)
  if (webhook === undefined) throw new Error('a delivery without its webhook')
  return webhook
}

const listSubscribers = ({ webhooks }: MemoryTables, { type, at }: DomainEvent): readonly KeptWebhook[] =>
  webhooks.where(
    ({ enabled, events, createdAt }) => enabled && createdAt <= at && events.some((name) => name === type),
  )

/** Whether no earlier event of the record waits for the webhook. */
const isFirst = (tables: MemoryTables, { webhookId, eventId }: KeptDelivery): boolean => {
  const { resource, resourceId } = getEvent(tables, eventId)
  const pending = tables.deliveries.where({ webhookId, status: 'PENDING' })
  const waiting = new Set(pending.map((each) => each.eventId))
  const first = tables.events.find(
    (event) => event.resource === resource && event.resourceId === resourceId && waiting.has(event.id),
  )
  return first?.id === eventId
}

const listDue = (tables: MemoryTables, now: Date): readonly KeptDelivery[] =>
  tables.deliveries.where(
    (delivery) =>
      delivery.status === 'PENDING' &&
      delivery.nextAttemptAt !== null &&
      delivery.nextAttemptAt <= now &&
      isFree(delivery, now) &&
      getWebhook(tables, delivery.webhookId).enabled &&
      isFirst(tables, delivery),
  )

const describeClaimed = (
  tables: MemoryTables,
  { id, attempts, eventId, webhookId }: KeptDelivery,
  now: Date,
): ClaimedDelivery => {
  const { ownerId, url, failingSince, sealedSecret, previous } = getWebhook(tables, webhookId)
  const sealedSecrets = [sealedSecret, ...(previous && previous.until > now ? [previous.sealedSecret] : [])]
  const { dispatchedAt: _, ...event } = getEvent(tables, eventId)
  return { id, attempts, event, webhook: { id: webhookId, ownerId, url, failingSince, sealedSecrets } }
}

export const memoryDeliveries = (tables: MemoryTables): DeliveryStore => {
  const { events, deliveries } = tables
  return {
    nextId: () => nextUuid(),
    nextEventId: () => nextUuid(),
    dispatch: async (now, atMost) => {
      const waiting = events.where({ dispatchedAt: null }).slice(0, atMost)
      for (const event of waiting) {
        events.put({ ...event, dispatchedAt: now })
        for (const { id: webhookId } of listSubscribers(tables, event)) {
          const ids = { id: nextUuid<KeptDelivery['id']>(), webhookId, eventId: event.id }
          deliveries.put({ ...newDelivery({ ...ids, type: event.type }, now), claimedUntil: null })
        }
      }
      return waiting.length
    },
    add: async (delivery, event) => {
      events.put({ ...event, dispatchedAt: event.at })
      deliveries.put({ ...delivery, claimedUntil: null })
    },
    claim: async ({ now, until, atMost, atMostEach, underWay }) => {
      const busy = new Map(underWay)
      const claimed = listDue(tables, now).filter(({ webhookId }) => {
        const others = busy.get(webhookId) ?? 0
        if (others < atMostEach) busy.set(webhookId, others + 1)
        return others < atMostEach
      })
      return claimed.slice(0, atMost).map((delivery) => {
        const kept = { ...delivery, attempts: delivery.attempts + 1, claimedUntil: until }
        return describeClaimed(tables, deliveries.put(kept), now)
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
      const since = [
        ...undispatched.map(({ at }) => at),
        ...listDue(tables, now).flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []),
      ]
      return {
        waiting: undispatched.length + deliveries.where({ status: 'PENDING' }).length,
        dueSince: since.length === 0 ? null : new Date(Math.min(...since.map((at) => at.getTime()))),
        deadLetters: deliveries.where({ status: 'DEAD' }).length,
      }
    },
    purge: async (before, atMost) => {
      const old = events.remove(({ at, dispatchedAt }) => at < before && dispatchedAt !== null, atMost)
      for (const { id } of old) deliveries.remove({ eventId: id })
      return old.length
    },
  }
}

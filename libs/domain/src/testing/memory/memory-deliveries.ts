import type { DomainEvent } from '../../events/domain-event.ts'
import type { Backlog, ClaimedDelivery, ClaimTerms, DeliveryStore } from '../../webhooks/delivery-store.ts'
import type { EventId, WebhookDeliveryId, WebhookId } from '../../rules/ids.ts'
import type { Claim } from '../../jobs/claim.ts'
import { newDelivery, type DeliveryOutcome, type WebhookDelivery } from '../../webhooks/webhook-delivery.ts'
import { changeClaimed, isFree } from './memory-claims.ts'
import { nextUuid, type KeptDelivery, type KeptEvent, type MemoryTables } from './memory-tables.ts'

export class MemoryDeliveryStore implements DeliveryStore {
  readonly #tables: MemoryTables

  constructor(tables: MemoryTables) {
    this.#tables = tables
  }

  nextId(): WebhookDeliveryId {
    return nextUuid()
  }

  nextEventId(): EventId {
    return nextUuid()
  }

  async dispatch(now: Date, atMost: number): Promise<number> {
    const { events } = this.#tables
    const waiting = events.where({ dispatchedAt: null }).slice(0, atMost)
    for (const event of waiting) {
      events.put({ ...event, dispatchedAt: now })
      for (const webhookId of this.#subscribers(event)) this.#keep(webhookId, event, now)
    }
    return waiting.length
  }

  async add(delivery: WebhookDelivery, event: DomainEvent): Promise<void> {
    this.#tables.events.put({ ...event, dispatchedAt: event.at })
    this.#tables.deliveries.put({ ...delivery, claimedUntil: null })
  }

  async claim({ now, until, atMost, atMostEach, underWay }: ClaimTerms): Promise<readonly ClaimedDelivery[]> {
    const claimed: ClaimedDelivery[] = []
    const busy = new Map(underWay)
    for (const delivery of this.#due(now)) {
      const others = busy.get(delivery.webhookId) ?? 0
      if (claimed.length === atMost || others >= atMostEach) continue
      busy.set(delivery.webhookId, others + 1)
      const attempts = delivery.attempts + 1
      this.#tables.deliveries.put({ ...delivery, attempts, claimedUntil: until })
      claimed.push(this.#claimed(delivery, attempts, now))
    }
    return claimed
  }

  async settle(claim: Claim<WebhookDeliveryId>, outcome: DeliveryOutcome, now: Date): Promise<boolean> {
    return changeClaimed(this.#tables.deliveries, claim, ({ status }) =>
      status === 'PENDING' ? { ...outcome, lastAttemptAt: now, claimedUntil: null } : null,
    )
  }

  async change(
    id: WebhookDeliveryId,
    decide: (current: WebhookDelivery) => WebhookDelivery,
  ): Promise<WebhookDelivery | null> {
    const current = this.#tables.deliveries.get(id)
    if (current === undefined) return null
    const { claimedUntil, ...delivery } = current
    const next = decide(delivery)
    this.#tables.deliveries.put({ ...next, claimedUntil })
    return next
  }

  async backlog(now: Date): Promise<Backlog> {
    const { events, deliveries } = this.#tables
    const undispatched = events.where({ dispatchedAt: null })
    const since = [
      ...undispatched.map(({ at }) => at),
      ...this.#due(now).flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []),
    ]
    return {
      waiting: undispatched.length + deliveries.where({ status: 'PENDING' }).length,
      dueSince: since.length === 0 ? null : new Date(Math.min(...since.map((at) => at.getTime()))),
      deadLetters: deliveries.where({ status: 'DEAD' }).length,
    }
  }

  async purge(before: Date, atMost: number): Promise<number> {
    const { events, deliveries } = this.#tables
    const old = events.remove(({ at, dispatchedAt }) => at < before && dispatchedAt !== null, atMost)
    for (const { id } of old) deliveries.remove({ eventId: id })
    return old.length
  }

  #subscribers({ type, at }: DomainEvent): readonly WebhookId[] {
    return this.#tables.webhooks
      .where(
        ({ enabled, events, createdAt }) =>
          enabled && createdAt <= at && events.some((name) => name === type),
      )
      .map(({ id }) => id)
  }

  #keep(webhookId: WebhookId, { id: eventId, type }: DomainEvent, now: Date): void {
    const delivery = newDelivery({ id: this.nextId(), webhookId, eventId, type }, now)
    this.#tables.deliveries.put({ ...delivery, claimedUntil: null })
  }

  #due(now: Date): readonly KeptDelivery[] {
    return this.#tables.deliveries.where(
      (delivery) =>
        delivery.status === 'PENDING' &&
        delivery.nextAttemptAt !== null &&
        delivery.nextAttemptAt <= now &&
        isFree(delivery, now) &&
        this.#webhook(delivery.webhookId).enabled &&
        this.#isFirst(delivery),
    )
  }

  #isFirst({ webhookId, eventId }: KeptDelivery): boolean {
    const { events, deliveries } = this.#tables
    const { resource, resourceId } = this.#event(eventId)
    const pending = new Set(deliveries.where({ webhookId, status: 'PENDING' }).map((each) => each.eventId))
    return events.where({ resource, resourceId }).find(({ id }) => pending.has(id))?.id === eventId
  }

  #claimed({ id, eventId, webhookId }: KeptDelivery, attempts: number, now: Date): ClaimedDelivery {
    const { ownerId, url, failingSince, sealedSecret, previous } = this.#webhook(webhookId)
    const sealedSecrets = [sealedSecret, ...(previous && previous.until > now ? [previous.sealedSecret] : [])]
    const { dispatchedAt: _, ...event } = this.#event(eventId)
    return { id, attempts, event, webhook: { id: webhookId, ownerId, url, failingSince, sealedSecrets } }
  }

  #event(id: EventId): KeptEvent {
    const event = this.#tables.events.get(id)
    if (event === undefined) throw new Error('a delivery without its event')
    return event
  }

  #webhook(id: WebhookId) {
    const webhook = this.#tables.webhooks.get(id)
    if (webhook === undefined) throw new Error('a delivery without its webhook')
    return webhook
  }
}

import type { DomainEvent } from '../../events/domain-event.ts'
import type { Backlog, ClaimedDelivery, ClaimTerms, DeliveryStore } from '../../webhooks/delivery-store.ts'
import type { EventId, WebhookDeliveryId } from '../../ids.ts'
import type { Claim } from '../../jobs/claim.ts'
import { newDelivery, type Settlement, type WebhookDelivery } from '../../webhooks/webhook-delivery.ts'
import { nextUuid, type KeptDelivery, type MemoryTables } from './memory-tables.ts'

const streamOf = ({ resource, resourceId }: DomainEvent): string => `${resource} ${resourceId}`

const withoutClaim = ({ claimedUntil: _, ...delivery }: KeptDelivery): WebhookDelivery => delivery

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
    const { events, dispatched } = this.#tables
    const waiting = [...events.values()].filter(({ id }) => !dispatched.has(id)).slice(0, atMost)
    for (const event of waiting) {
      dispatched.set(event.id, now)
      for (const webhookId of this.#subscribers(event)) this.#keep(webhookId, event, now)
    }
    return waiting.length
  }

  async add(delivery: WebhookDelivery, event: DomainEvent): Promise<void> {
    const { events, dispatched, deliveries } = this.#tables
    events.set(event.id, event)
    dispatched.set(event.id, event.at)
    deliveries.set(delivery.id, { ...delivery, claimedUntil: null })
  }

  async claim({ now, until, atMost, atMostEach, underWay }: ClaimTerms): Promise<readonly ClaimedDelivery[]> {
    const claimed: ClaimedDelivery[] = []
    const busy = new Map(underWay)
    for (const delivery of this.#tables.deliveries.values()) {
      if (claimed.length === atMost) break
      const others = busy.get(delivery.webhookId) ?? 0
      if (!this.#isDue(delivery, now) || others >= atMostEach) continue
      busy.set(delivery.webhookId, others + 1)
      const attempts = delivery.attempts + 1
      this.#tables.deliveries.set(delivery.id, { ...delivery, attempts, claimedUntil: until })
      claimed.push(this.#claimed(delivery, attempts, now))
    }
    return claimed
  }

  async settle(
    { id, attempts }: Claim<WebhookDeliveryId>,
    settlement: Settlement,
    now: Date,
  ): Promise<boolean> {
    const current = this.#tables.deliveries.get(id)
    if (current?.status !== 'PENDING' || current.attempts !== attempts) return false
    this.#tables.deliveries.set(id, { ...current, ...settlement, lastAttemptAt: now, claimedUntil: null })
    return true
  }

  async change(
    id: WebhookDeliveryId,
    decide: (current: WebhookDelivery) => WebhookDelivery,
  ): Promise<WebhookDelivery | null> {
    const current = this.#tables.deliveries.get(id)
    if (current === undefined) return null
    const next = decide(withoutClaim(current))
    this.#tables.deliveries.set(id, { ...next, claimedUntil: current.claimedUntil })
    return next
  }

  async backlog(now: Date): Promise<Backlog> {
    const { events, dispatched, deliveries } = this.#tables
    const all = [...deliveries.values()]
    const undispatched = [...events.values()].filter(({ id }) => !dispatched.has(id))
    const due = all.filter((delivery) => this.#isDue(delivery, now))
    const since = [
      ...undispatched.map(({ at }) => at),
      ...due.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []),
    ]
    return {
      waiting: undispatched.length + all.filter(({ status }) => status === 'PENDING').length,
      dueSince: since.length === 0 ? null : new Date(Math.min(...since.map((at) => at.getTime()))),
      deadLetters: all.filter(({ status }) => status === 'DEAD').length,
    }
  }

  async purge(before: Date, atMost: number): Promise<number> {
    const { events, dispatched, deliveries } = this.#tables
    const old = [...events.values()]
      .filter(({ id, at }) => at < before && dispatched.has(id))
      .slice(0, atMost)
    for (const { id } of old) {
      events.delete(id)
      for (const delivery of deliveries.values()) if (delivery.eventId === id) deliveries.delete(delivery.id)
    }
    return old.length
  }

  #subscribers({ type, at }: DomainEvent) {
    return [...this.#tables.webhooks.values()]
      .filter(
        ({ enabled, events, createdAt }) =>
          enabled && createdAt <= at && events.some((name) => name === type),
      )
      .map(({ id }) => id)
  }

  #keep(webhookId: WebhookDelivery['webhookId'], { id: eventId, type }: DomainEvent, now: Date): void {
    const id = this.nextId()
    const delivery = newDelivery({ id, webhookId, eventId, type }, now)
    this.#tables.deliveries.set(id, { ...delivery, claimedUntil: null })
  }

  #isDue(delivery: KeptDelivery, now: Date): boolean {
    const { status, nextAttemptAt, claimedUntil, webhookId } = delivery
    const isFree = claimedUntil === null || claimedUntil <= now
    const isPending = status === 'PENDING' && nextAttemptAt !== null && nextAttemptAt <= now
    return isFree && isPending && this.#webhook(webhookId).enabled && this.#isFirst(delivery)
  }

  #isFirst({ id, webhookId, eventId }: KeptDelivery): boolean {
    const { events, deliveries } = this.#tables
    const stream = streamOf(this.#event(eventId))
    const order = [...events.keys()]
    return ![...deliveries.values()].some(
      (other) =>
        other.id !== id &&
        other.webhookId === webhookId &&
        other.status === 'PENDING' &&
        streamOf(this.#event(other.eventId)) === stream &&
        order.indexOf(other.eventId) < order.indexOf(eventId),
    )
  }

  #claimed({ id, eventId, webhookId }: KeptDelivery, attempts: number, now: Date): ClaimedDelivery {
    const { ownerId, url, failingSince, sealedSecret, previous } = this.#webhook(webhookId)
    const sealedSecrets = [sealedSecret, ...(previous && previous.until > now ? [previous.sealedSecret] : [])]
    const webhook = { id: webhookId, ownerId, url, failingSince, sealedSecrets }
    return { id, attempts, event: this.#event(eventId), webhook }
  }

  #event(id: DomainEvent['id']): DomainEvent {
    const event = this.#tables.events.get(id)
    if (event === undefined) throw new Error('a delivery without its event')
    return event
  }

  #webhook(id: WebhookDelivery['webhookId']) {
    const webhook = this.#tables.webhooks.get(id)
    if (webhook === undefined) throw new Error('a delivery without its webhook')
    return webhook
  }
}

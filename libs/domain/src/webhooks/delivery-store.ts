import type { DomainEvent } from '../events/domain-event.ts'
import type { EventId, UserId, WebhookDeliveryId, WebhookId } from '../ids.ts'
import type { Claim, ClaimTime } from '../jobs/claim.ts'
import type { AttemptResult, DeliveryOutcome, WebhookDelivery } from './webhook-delivery.ts'

/** A delivery with all that an attempt needs. */
export interface ClaimedDelivery extends Claim<WebhookDeliveryId> {
  readonly event: DomainEvent
  readonly webhook: {
    readonly id: WebhookId
    readonly ownerId: UserId
    readonly url: string
    readonly failingSince: Date | null
    /** The one that is in force first, then one that was replaced a short while ago. */
    readonly sealedSecrets: readonly string[]
  }
}

export interface ClaimTerms extends ClaimTime {
  readonly atMost: number
  /** Of one webhook at a time, so that a slow receiver holds up nobody but itself. */
  readonly atMostEach: number
  /** How many of each webhook this process has claimed already, and not settled yet. */
  readonly underWay: ReadonlyMap<WebhookId, number>
}

/** How far the worker is behind. */
export interface Backlog {
  /** Events that nobody has handed out yet, and deliveries that have not arrived. */
  readonly waiting: number
  /** Since when something could have been done; null when nothing can be done just now. */
  readonly dueSince: Date | null
  readonly deadLetters: number
}

/** Port: events on their way to webhooks (C11.1). Nothing of it is entered in the audit log. */
export interface DeliveryStore {
  nextId(): WebhookDeliveryId
  nextEventId(): EventId
  /**
   * Makes a delivery of each event that has none yet, for every enabled webhook that subscribes. Returns of how many;
   * none while another process does.
   */
  dispatch(now: Date, atMost: number): Promise<number>
  /** Makes one of an event that is for one webhook alone. */
  add(delivery: WebhookDelivery, event: DomainEvent): Promise<void>
  /** Takes deliveries that are due: of each record only the earliest one that is still pending to a webhook. */
  claim(terms: ClaimTerms): Promise<readonly ClaimedDelivery[]>
  /** Ends an attempt; false when another worker has taken the delivery since. */
  settle(claim: Claim<WebhookDeliveryId>, outcome: DeliveryOutcome, now: Date): Promise<boolean>
  /** Decides on the locked row; null when there is no such delivery. */
  change(
    id: WebhookDeliveryId,
    decide: (current: WebhookDelivery) => WebhookDelivery,
  ): Promise<WebhookDelivery | null>
  backlog(now: Date): Promise<Backlog>
  /** Forgets events that were told before then, with their deliveries, at most so many at once. Returns how many. */
  purge(before: Date, atMost: number): Promise<number>
}

/** Port: sends a signed document to the address of a webhook. Never throws because of the receiver. */
export interface WebhookSender {
  post(message: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }): Promise<AttemptResult>
}

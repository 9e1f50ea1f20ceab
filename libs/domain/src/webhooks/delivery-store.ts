import type { DomainEvent } from '../events/domain-event.ts'
import type { EventId, UserId, WebhookDeliveryId, WebhookId } from '../rules/ids.ts'
import type { Claim, ClaimTime } from '../work/claim.ts'
import type { AttemptResult, DeliveryOutcome, WebhookDelivery } from './webhook-delivery.ts'

/** A delivery with all facts that an attempt needs. */
export interface ClaimedDelivery extends Claim<WebhookDeliveryId> {
  readonly event: DomainEvent
  readonly webhook: {
    readonly id: WebhookId
    readonly ownerId: UserId
    readonly url: string
    readonly failingSince: Date | null
    /** The current secret first, then the secret that it has recently replaced, if any. */
    readonly sealedSecrets: readonly string[]
  }
}

export interface ClaimTerms extends ClaimTime {
  readonly atMost: number
  /** The most deliveries of one webhook at a time, so that a slow receiver delays only its own deliveries. */
  readonly atMostEach: number
  /** The most deliveries of one owner at a time, so that the webhooks of others always find a place. */
  readonly atMostOfOwner: number
  /** The number of claimed and unsettled deliveries of this process for each webhook. */
  readonly underWay: ReadonlyMap<WebhookId, number>
}

/** The work that waits for the workers. */
export interface Backlog {
  /** The number of events without deliveries, and of pending deliveries. */
  readonly waiting: number
  /** The time since which work is due; null if no work is due. */
  readonly dueSince: Date | null
  readonly deadLetters: number
}

/** Port: deliveries of events to webhooks (C11.1). The audit log has no entries about them. */
export interface DeliveryStore {
  nextId(): WebhookDeliveryId
  nextEventId(): EventId
  /**
   * Makes the deliveries of events that have none yet, for every enabled webhook that subscribes, and the runs of the
   * handlers that wait for the events (C16.4). Returns the number of events; 0 while another process does this work.
   */
  dispatch(now: Date, atMost: number): Promise<number>
  /** Makes the delivery of an event for a single webhook. */
  add(delivery: WebhookDelivery, event: DomainEvent): Promise<void>
  /**
   * Claims due deliveries: for each webhook and record only the earliest pending delivery. Owners take turns: the one with the
   * fewest deliveries under way and claimed here is next.
   */
  claim(terms: ClaimTerms): Promise<readonly ClaimedDelivery[]>
  /** Ends an attempt; false if another worker has claimed the delivery since. */
  settle(claim: Claim<WebhookDeliveryId>, outcome: DeliveryOutcome, now: Date): Promise<boolean>
  /** Runs `decide` on the locked row; null if there is no delivery with this id. */
  change(
    id: WebhookDeliveryId,
    decide: (current: WebhookDelivery) => WebhookDelivery,
  ): Promise<WebhookDelivery | null>
  backlog(now: Date): Promise<Backlog>
  /** Removes events from before `before` with their deliveries, at most `atMost`. Returns the number of events. */
  purge(before: Date, atMost: number): Promise<number>
}

/** Port: sends a signed document to the address of a webhook. It never throws because of the receiver. */
export interface WebhookSender {
  post(message: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }): Promise<AttemptResult>
}

import type { DomainEvent } from '../events/domain-event.ts'
import type { EventId, WebhookDeliveryId, WebhookId } from '../rules/ids.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../rules/time.ts'

/**
 * PENDING: the service will send it, or send it again. WITHHELD: the owner of the webhook may not read the record of
 * the event. DEAD: given up, until a user replays it.
 */
export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'WITHHELD', 'DEAD'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** The delivery of one event to one webhook: a line of the delivery log (C11.1). */
export interface WebhookDelivery {
  readonly id: WebhookDeliveryId
  readonly webhookId: WebhookId
  readonly eventId: EventId
  readonly type: DomainEvent['type']
  readonly status: DeliveryStatus
  /** The number of attempts since the delivery was made or replayed. */
  readonly attempts: number
  /** Null if no further attempt follows. */
  readonly nextAttemptAt: Date | null
  readonly lastAttemptAt: Date | null
  /** The status of the last response; null without a response. */
  readonly statusCode: number | null
  /** The reason why the last attempt failed. */
  readonly error: string | null
  readonly createdAt: Date
}

/** A new delivery, before its first attempt. */
export const newDelivery = (
  of: Pick<WebhookDelivery, 'id' | 'webhookId' | 'eventId' | 'type'>,
  now: Date,
): WebhookDelivery => ({
  ...of,
  status: 'PENDING',
  attempts: 0,
  nextAttemptAt: now,
  lastAttemptAt: null,
  statusCode: null,
  error: null,
  createdAt: now,
})

/** The delivery before its first attempt, for a replay. */
export const resetDelivery = (delivery: WebhookDelivery, now: Date): WebhookDelivery => ({
  ...delivery,
  status: 'PENDING',
  attempts: 0,
  nextAttemptAt: now,
})

/** The result of an attempt: the status of the response, or the reason why there was none. */
export type AttemptResult =
  | { readonly statusCode: number; readonly error: null }
  | { readonly statusCode: null; readonly error: string }

/** The state of a delivery after an attempt. */
export type DeliveryOutcome = Pick<WebhookDelivery, 'status' | 'nextAttemptAt' | 'statusCode' | 'error'>

/** The waits after the failures, in ms: seconds bridge a restart and hours bridge a weekend; 82 hours in all. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  15 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  ...Array.from({ length: 6 }, () => 12 * HOUR_MS),
]

/** C11.1: the service disables a webhook that has received nothing for this time. */
const FAILING_MS = 72 * HOUR_MS

const GONE = 410

export const isDelivered = ({ statusCode }: AttemptResult): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300

/** The sender follows no redirect, because the signed message is for the registered address. */
const describeReason = ({ statusCode, error }: AttemptResult): string =>
  error ?? `The receiver responded with ${statusCode}.`

/** The state of a delivery after attempt number `attempts` with this result. */
export const decideDeliveryOutcome = (
  attempted: AttemptResult,
  attempts: number,
  now: Date,
): DeliveryOutcome => {
  const { statusCode } = attempted
  if (isDelivered(attempted)) return { status: 'DELIVERED', nextAttemptAt: null, statusCode, error: null }
  const delay = RETRY_DELAYS_MS[attempts - 1]
  const error = describeReason(attempted)
  return delay === undefined
    ? { status: 'DEAD', nextAttemptAt: null, statusCode, error }
    : { status: 'PENDING', nextAttemptAt: new Date(now.getTime() + delay), statusCode, error }
}

export const withholdDelivery = (error: string): DeliveryOutcome => ({
  status: 'WITHHELD',
  nextAttemptAt: null,
  statusCode: null,
  error,
})

/**
 * Whether the service disables a webhook after failures since `failingSince`; status 410 disables it at once (RFC 9110
 * §15.5.11).
 */
export const isToBeDisabled = (attempted: AttemptResult, failingSince: Date, now: Date): boolean =>
  attempted.statusCode === GONE || now.getTime() - failingSince.getTime() >= FAILING_MS

import { createServiceAuditContext, type AuditContext } from '../audit/audit-entry.ts'
import type { Stores } from '../context.ts'
import type { WebhookId } from '../ids.ts'
import { startPollLoop } from '../jobs/poll-loop.ts'
import { attemptDelivery, type DeliveryParts } from './deliver.ts'
import type { ClaimedDelivery } from './delivery-store.ts'

export interface RunningDeliveries {
  /** Starts no more attempts, and waits for the running attempts: 10 s at most, which is the sender's timeout. */
  stop(): Promise<void>
}

export interface DeliveryHost extends Omit<DeliveryParts, 'stores'> {
  readonly stores: (auditContext: AuditContext) => Stores
  /** Calls the function after each write, which may have an event, or replay a delivery. */
  readonly afterWrites: (wake: () => void) => void
  /** Receives the errors of the service; the service tries the delivery again. */
  readonly report: (error: unknown) => void
}

const DISPATCHED_AT_ONCE = 500
const ATTEMPTS_AT_ONCE = 20
const EACH_AT_ONCE = 10
/** The longest time until a process notices due work of which it hears nothing. */
const POLL_MS = 5_000
const SOON_MS = 60_000
/**
 * Longer than any attempt: a worker that has not settled a delivery by then has died, and another worker claims the
 * delivery.
 */
const CLAIM_MS = 15_000

const countByWebhook = (underWay: Iterable<ClaimedDelivery>): ReadonlyMap<WebhookId, number> => {
  const counts = new Map<WebhookId, number>()
  for (const { webhook } of underWay) counts.set(webhook.id, (counts.get(webhook.id) ?? 0) + 1)
  return counts
}

/** Delivers events to webhooks until it is stopped. Any number of processes may run this on one database (C10.7). */
export const runDeliveries = (host: DeliveryHost): RunningDeliveries => {
  const underWay = new Map<ClaimedDelivery, Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  const storesNow = (): Stores => host.stores(createServiceAuditContext('deliver-webhooks', host.now()))

  const dispatch = async (): Promise<boolean> => {
    const dispatched = await storesNow().deliveries.dispatch(host.now(), DISPATCHED_AT_ONCE)
    if (dispatched > 0) delivering.wake()
    return dispatched > 0
  }

  const begin = (parts: DeliveryParts, claimed: ClaimedDelivery): void => {
    const attempt = attemptDelivery(parts, claimed)
      .then(wakeAt, host.report)
      .finally(() => {
        underWay.delete(claimed)
        // The next delivery of the same record is free now.
        delivering.wake()
      })
    underWay.set(claimed, attempt)
  }

  /** Repeats a delivery in time, if this is soon. The poll finds later repetitions. */
  const wakeAt = (next: Date | null): void => {
    const wait = (next?.getTime() ?? Infinity) - host.now().getTime()
    if (wait > SOON_MS) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      delivering.wake()
    }, wait)
    timers.add(timer)
  }

  const deliver = async (): Promise<boolean> => {
    const atMost = ATTEMPTS_AT_ONCE - underWay.size
    if (atMost === 0) return false
    const parts = { ...host, stores: storesNow() }
    const now = host.now()
    const claimed = await parts.stores.deliveries.claim({
      now,
      until: new Date(now.getTime() + CLAIM_MS),
      atMost,
      atMostEach: EACH_AT_ONCE,
      underWay: countByWebhook(underWay.keys()),
    })
    for (const each of claimed) begin(parts, each)
    return claimed.length > 0
  }

  const delivering = startPollLoop(deliver, { idleMs: POLL_MS, report: host.report })
  const dispatching = startPollLoop(dispatch, { idleMs: POLL_MS, report: host.report })
  host.afterWrites(() => {
    dispatching.wake()
    delivering.wake()
  })
  return {
    stop: async () => {
      await Promise.all([dispatching.stop(), delivering.stop()])
      await Promise.all(underWay.values())
      timers.forEach((timer) => clearTimeout(timer))
    },
  }
}

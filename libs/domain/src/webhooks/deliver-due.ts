import { createServiceAuditContext, type AuditContext } from '../audit/audit-entry.ts'
import type { Stores } from '../context/context.ts'
import type { WebhookId } from '../rules/ids.ts'
import { attemptDelivery, type DeliveryParts } from './deliver.ts'
import type { ClaimedDelivery } from './delivery-store.ts'

export interface DueDeliveryHost extends Omit<DeliveryParts, 'stores'> {
  readonly stores: (auditContext: AuditContext) => Stores
  /** Receives the errors of the service; the service tries the delivery again. */
  readonly report: (error: unknown) => void
}

/** Short transactions: each event can have many webhooks, and the events of others wait for the end of a transaction. */
const DISPATCHED_AT_ONCE = 100
const ATTEMPTS_AT_ONCE = 20
const EACH_AT_ONCE = 10
const OF_OWNER_AT_ONCE = 15
/**
 * Longer than any attempt: a worker that has not settled a delivery by then has died, and another worker claims the
 * delivery.
 */
const CLAIM_MS = 15_000

const storesNow = ({ stores, now }: DueDeliveryHost): Stores =>
  stores(createServiceAuditContext('deliver-webhooks', now()))

/** Creates the deliveries of new events, and the runs of handlers (C16.4). Returns whether there were new events. */
export const dispatchEvents = async (host: DueDeliveryHost): Promise<boolean> =>
  (await storesNow(host).deliveries.dispatch(host.now(), DISPATCHED_AT_ONCE)) > 0

const countByWebhook = (underWay: Iterable<ClaimedDelivery>): ReadonlyMap<WebhookId, number> => {
  const counts = new Map<WebhookId, number>()
  for (const { webhook } of underWay) counts.set(webhook.id, (counts.get(webhook.id) ?? 0) + 1)
  return counts
}

/** Claims due deliveries beside those under way. Returns each with its attempt. */
export const claimDeliveries = async (
  host: DueDeliveryHost,
  underWay: ReadonlySet<ClaimedDelivery>,
): Promise<readonly { readonly claimed: ClaimedDelivery; attempt(): Promise<Date | null> }[]> => {
  const atMost = ATTEMPTS_AT_ONCE - underWay.size
  if (atMost === 0) return []
  const parts = { ...host, stores: storesNow(host) }
  const now = host.now()
  const due = await parts.stores.deliveries.claim({
    now,
    until: new Date(now.getTime() + CLAIM_MS),
    atMost,
    atMostEach: EACH_AT_ONCE,
    atMostOfOwner: OF_OWNER_AT_ONCE,
    underWay: countByWebhook(underWay),
  })
  return due.map((claimed) => ({ claimed, attempt: () => attemptDelivery(parts, claimed) }))
}

/** Attempts the deliveries that are due now, once. Returns whether there were any events or deliveries. */
export const deliverDue = async (host: DueDeliveryHost): Promise<boolean> => {
  const isAnyNew = await dispatchEvents(host)
  const due = await claimDeliveries(host, new Set())
  await Promise.all(due.map(({ attempt }) => attempt()))
  return isAnyNew || due.length > 0
}

import { where, type Condition } from '@content-service/authz'
import type { ReaderContext } from '../visibility/read-context.ts'
import type { Context, StoreContext, Clock } from '../context/context.ts'
import { conflict, notFound } from '../rules/errors.ts'
import { TEST_EVENT, type DomainEvent } from '../events/domain-event.ts'
import {
  parseWebhookDeliveryId,
  parseWebhookId,
  type WebhookDeliveryId,
  type WebhookId,
} from '../rules/ids.ts'
import { declareList, createFilter, readRow } from '../operations/read-operations.ts'
import { actOnRecord } from '../operations/run-operation.ts'
import type { Row, Selection } from '../reading/reading.ts'
import { readOne } from '../visibility/visibility.ts'
import { createShownRecord } from '../visibility/shown-records.ts'
import { type ShownRecord, authorize, authorizeOnAll, mayOnAll, requireCredential } from '../access/access.ts'
import { isAlwaysShown } from '../operations/write-response.ts'
import type { Webhook } from './webhook.ts'
import { authorizeWebhookChange, webhookOperations } from './webhook-operations.ts'
import { newDelivery, resetDelivery, type WebhookDelivery } from './webhook-delivery.ts'

const delivery = where<WebhookDelivery>()

/** C11.1: the deliveries of a webhook, for a caller who may read the webhook. @throws NOT_FOUND. */
const filterDeliveries = async (context: Context, id: string): Promise<Condition> => {
  const row = await readRow(context, webhookOperations.webhook, id, { fields: ['id'] })
  const of = parseWebhookId(id)
  if (row === null || of === null) throw notFound('webhook')
  return delivery.webhookId.eq(of)
}

export const IS_DEAD: Condition = delivery.status.eq('DEAD')

/** Sends a dead letter again, with the same event id and new attempts. @throws NOT_FOUND, CONFLICT. */
export const replay = async (
  { stores, now }: Pick<Context, 'stores' | 'now'>,
  id: WebhookDeliveryId | null,
): Promise<WebhookDelivery> => {
  const changed =
    id &&
    (await stores.deliveries.change(id, (current) => {
      if (current.status !== 'DEAD')
        throw conflict(`This delivery is ${current.status}. You can replay only DEAD deliveries.`)
      return resetDelivery(current, now())
    }))
  if (!changed) throw notFound('dead letter')
  return changed
}

/** `replayDeadLetter`. */
export const replayDeadLetter = async (
  context: StoreContext & Clock,
  id: WebhookDeliveryId | null,
): Promise<WebhookDelivery> => {
  authorizeOnAll(context, 'audit:read')
  return replay(context, id)
}

/** A webhook, regardless of the caller's right to read it. */
const readKnownWebhook = (context: ReaderContext, id: WebhookId, select: Selection): Promise<Row | null> =>
  readOne(context, 'webhooks', where<Webhook>().id.eq(id), select)

const testEvent = (context: StoreContext & Clock, webhookId: WebhookId): DomainEvent => ({
  id: context.stores.deliveries.nextEventId(),
  type: TEST_EVENT,
  resource: 'webhooks',
  resourceId: webhookId,
  at: context.now(),
  data: { webhookId },
})

/** Checks that the caller may test the webhook, and that it is enabled. Returns its id. */
const testable = async (context: Context, id: WebhookId | null): Promise<WebhookId> => {
  requireCredential(context)
  const row = id && (await readKnownWebhook(context, id, { fields: ['id', 'ownerId', 'enabled'] }))
  if (!row) throw notFound('webhook')
  // The reader returns exactly the selected fields.
  const webhook = row as unknown as Pick<Webhook, 'id' | 'ownerId' | 'enabled'>
  authorizeWebhookChange(context, webhook)
  if (!webhook.enabled) throw conflict('This webhook is disabled. Enable it first.')
  return webhook.id
}

/** `testWebhook`: sends a test event to one webhook within seconds; the delivery shows the result. */
export const testWebhook = async (context: Context, id: WebhookId | null): Promise<WebhookDelivery> => {
  const webhookId = await testable(context, id)
  const { deliveries } = context.stores
  const event = testEvent(context, webhookId)
  const of = { id: deliveries.nextId(), webhookId, eventId: event.id, type: event.type }
  const made = newDelivery(of, context.now())
  await deliveries.add(made, event)
  return made
}

/** C12.16: the permission to read a delivery: the permission on its webhook, or the permission on all dead letters. */
const createShownDelivery = async (
  context: ReaderContext,
  { webhookId }: Pick<WebhookDelivery, 'webhookId'>,
): Promise<ShownRecord> => {
  if (mayOnAll(context, 'audit:read')) return createShownRecord(context, 'audit:read', {})
  const webhook = await readKnownWebhook(context, webhookId, { fields: ['ownerId'] })
  return createShownRecord(context, 'webhooks:read', webhook ?? {})
}

/** C12.16: a delivery that an operation has just written; null if another request has deleted the delivery. */
const readWrittenDelivery = async (
  context: ReaderContext,
  written: WebhookDelivery,
  select: Selection,
): Promise<Row | null> => {
  if (!isAlwaysShown(select)) {
    const shown = await createShownDelivery(context, written)
    authorize(context, shown.permission, shown.facts)
    context.response?.push(shown)
  }
  return readOne(context, 'webhookDeliveries', delivery.id.eq(written.id), select)
}

const shows = {
  permission: 'webhooks:read',
  createShown: createShownDelivery,
  readWritten: readWrittenDelivery,
} as const
const list = { resource: 'webhooks', from: 'webhookDeliveries' } as const
const sending = { resource: 'webhooks', shows } as const

export const deliveryOperations = {
  webhookDeliveries: declareList({ ...list, access: 'webhooks:read', filter: filterDeliveries }),
  /** The dead letters of all owners. */
  deadLetters: declareList({ ...list, access: 'audit:read', filter: createFilter('audit:read', IS_DEAD) }),
  testWebhook: actOnRecord(parseWebhookId, testWebhook, { ...sending, access: 'webhooks:write' }),
  replayDeadLetter: actOnRecord(parseWebhookDeliveryId, replayDeadLetter, {
    ...sending,
    access: 'audit:read',
  }),
} as const

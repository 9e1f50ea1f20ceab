import { where } from '@content-service/authz'
import { authorize, authorizeOnAll, mayOnAll, withCredential } from '../access.ts'
import { readConnection } from '../connected-list.ts'
import type { Connection } from '../connection.ts'
import type { ConnectionPage } from '../page.ts'
import type { Context } from '../context.ts'
import { makeCountedList, readCounted, type CountedRows } from '../counted-list.ts'
import { conflict, notFound } from '../errors.ts'
import { TEST_EVENT, type DomainEvent } from '../events/domain-event.ts'
import type { WebhookDeliveryId, WebhookId } from '../ids.ts'
import type { Window } from '../page.ts'
import { NEWEST, type Query, type Row, type Selection } from '../reading.ts'
import { readOne } from '../showing.ts'
import { createShownRecord, type ShownRecord } from '../shown-records.ts'
import { isAlwaysShown } from '../written.ts'
import type { Webhook } from './webhook.ts'
import { authorizeWebhookChange, readKnownWebhook, readWebhook } from './webhook-operations.ts'
import { newDelivery, replayed, type WebhookDelivery } from './webhook-delivery.ts'

type Listed = Omit<Query, 'window' | 'after'>

const delivery = where<WebhookDelivery>()

const listedBy = (condition: Query['where'], select: Selection): Listed => ({
  from: 'webhookDeliveries',
  where: condition,
  orderBy: NEWEST,
  select,
})

/** Who may read a webhook, reads what became of what was sent there. @throws NOT_FOUND. */
const deliveriesOf = async (context: Context, id: WebhookId | null, select: Selection): Promise<Listed> => {
  if (id === null || (await readWebhook(context, id, { fields: ['id'] })) === null) {
    withCredential(context)
    throw notFound('webhook')
  }
  return listedBy(delivery.webhookId.eq(id), select)
}

/** `webhookDeliveries` (C11.1), newest first. */
export const readDeliveries = async (
  context: Context,
  id: WebhookId | null,
  page: ConnectionPage,
  select: Selection,
): Promise<Connection> => {
  const list = await deliveriesOf(context, id, select)
  return readConnection(context, { ...list, name: `webhookDeliveries ${id}` }, page)
}

/** The same by pages, with how many there are. */
export const countedDeliveries = async (
  context: Context,
  { of, window }: { readonly of: WebhookId | null; readonly window: Window },
  select: Selection,
  atMost: number,
): Promise<CountedRows> =>
  readCounted(context, { ...(await deliveriesOf(context, of, select)), window }, atMost)

export const IS_DEAD: Query['where'] = delivery.status.eq('DEAD')

const deadLetters = (context: Context, select: Selection): Listed => {
  authorizeOnAll(context, 'audit:read')
  return listedBy(IS_DEAD, select)
}

/** `deadLetters`: what was given up, whosever it is, newest first. */
export const readDeadLetters = async (
  context: Context,
  page: ConnectionPage,
  select: Selection,
): Promise<Connection> =>
  readConnection(context, { ...deadLetters(context, select), name: 'deadLetters' }, page)

/** The same by pages, with how many there are. */
export const countedDeadLetters = makeCountedList((context, window, select) => ({
  ...deadLetters(context, select),
  window,
}))

/** Sends what was given up once more, with the same id, as if for the first time. @throws NOT_FOUND, CONFLICT. */
export const replay = async (
  { stores, now }: Pick<Context, 'stores' | 'now'>,
  id: WebhookDeliveryId | null,
): Promise<WebhookDelivery> => {
  const changed =
    id &&
    (await stores.deliveries.change(id, (current) => {
      if (current.status !== 'DEAD')
        throw conflict(`This delivery is ${current.status}. You can replay only DEAD deliveries.`)
      return replayed(current, now())
    }))
  if (!changed) throw notFound('dead letter')
  return changed
}

/** `replayDeadLetter`. */
export const replayDeadLetter = async (
  context: Context,
  id: WebhookDeliveryId | null,
): Promise<WebhookDelivery> => {
  authorizeOnAll(context, 'audit:read')
  return replay(context, id)
}

const testEvent = (context: Context, webhookId: WebhookId): DomainEvent => ({
  id: context.stores.deliveries.nextEventId(),
  type: TEST_EVENT,
  resource: 'webhooks',
  resourceId: webhookId,
  at: context.now(),
  data: { webhookId },
})

/** Which webhook one may try out, and whether anything would be sent there. */
const testable = async (context: Context, id: WebhookId | null): Promise<WebhookId> => {
  withCredential(context)
  const row = id && (await readKnownWebhook(context, id, { fields: ['id', 'ownerId', 'enabled'] }))
  if (!row) throw notFound('webhook')
  // The reader returns exactly the fields it was asked for.
  const webhook = row as unknown as Pick<Webhook, 'id' | 'ownerId' | 'enabled'>
  authorizeWebhookChange(context, webhook)
  if (!webhook.enabled) throw conflict('This webhook is disabled. Enable it first.')
  return webhook.id
}

/** `testWebhook`: sends an event of its own to one webhook, within seconds; its delivery tells what came of it. */
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
export const createShownDelivery = async (
  context: Context,
  { webhookId }: Pick<WebhookDelivery, 'webhookId'>,
): Promise<ShownRecord> => {
  if (mayOnAll(context, 'audit:read')) return createShownRecord(context, 'audit:read', {})
  const webhook = await readKnownWebhook(context, webhookId, { fields: ['ownerId'] })
  return createShownRecord(context, 'webhooks:read', webhook ?? {})
}

/** C12.16: a delivery that an operation has just written; null if another request has deleted it. */
export const readWrittenDelivery = async (
  context: Context,
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

import {
  countedDeadLetters,
  countedDeliveries,
  replayDeadLetter,
  createShownDelivery,
  testWebhook,
  webhookDeliveryId,
  webhookId,
  type Context,
  type WebhookDelivery,
} from '@content-service/domain'
import { json, type RestHandler, type RestResponse } from '../http.ts'
import { createShape } from '../shape.ts'
import { listHandler } from '../shape-handlers.ts'
import { webhookDeliverySchema } from './webhook-delivery-schemas.ts'

const DELIVERY = createShape(webhookDeliverySchema)

export const getDeliveries = listHandler(DELIVERY, (context, { id, window }, select, atMost) =>
  countedDeliveries(context, { of: webhookId(id), window }, select, atMost),
)

export const getDeadLetters = listHandler(DELIVERY, (context, { window }, select, atMost) =>
  countedDeadLetters(context, window, select, atMost),
)

/** RFC 9110 §15.3.3: taken on; what comes of it is in the delivery log. */
const takenOn = async (context: Context, delivery: WebhookDelivery): Promise<RestResponse> => ({
  ...json(202, DELIVERY.present(delivery)),
  shown: await createShownDelivery(context, delivery),
})

export const postTest: RestHandler = async (_request, context, { id = '' }) =>
  takenOn(context, await testWebhook(context, webhookId(id)))

export const postReplay: RestHandler = async (_request, context, { id = '' }) =>
  takenOn(context, await replayDeadLetter(context, webhookDeliveryId(id)))

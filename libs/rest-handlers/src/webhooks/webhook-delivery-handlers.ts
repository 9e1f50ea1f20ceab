import {
  countedDeadLetters,
  countedDeliveries,
  replayDeadLetter,
  createShownDelivery,
  testWebhook,
  webhookDeliveryId,
  webhookId,
  type Context,
  type Row,
  type WebhookDelivery,
} from '@content-service/domain'
import { json, type RestHandler, type RestResponse } from '../http.ts'
import { answerPage, COUNT_LIMIT, pageFrom, pageParameters, parametersOf } from '../paging.ts'
import { timeOrNull } from '../present.ts'

const WHOLE_DELIVERY = {
  fields: [
    'id',
    'webhookId',
    'eventId',
    'type',
    'status',
    'attempts',
    'nextAttemptAt',
    'lastAttemptAt',
    'statusCode',
    'error',
    'createdAt',
  ],
}

/** An allow-list. */
const presentDelivery = (row: Row) => ({
  id: row['id'],
  webhookId: row['webhookId'],
  eventId: row['eventId'],
  type: row['type'],
  status: row['status'],
  attempts: row['attempts'],
  nextAttemptAt: timeOrNull(row['nextAttemptAt']),
  lastAttemptAt: timeOrNull(row['lastAttemptAt']),
  statusCode: row['statusCode'],
  error: row['error'],
  createdAt: timeOrNull(row['createdAt']),
})

const rowOf = (delivery: WebhookDelivery): Row => ({ ...delivery })

export const getDeliveries: RestHandler = async (request, context, { id = '' }) => {
  const given = pageFrom(parametersOf(request.query, pageParameters))
  const list = { of: webhookId(id), window: given.window }
  const { rows, total } = await countedDeliveries(context, list, WHOLE_DELIVERY, COUNT_LIMIT + 1)
  return answerPage(request, given, { shown: rows.map(presentDelivery), total })
}

export const getDeadLetters: RestHandler = async (request, context) => {
  const given = pageFrom(parametersOf(request.query, pageParameters))
  const { rows, total } = await countedDeadLetters(context, given.window, WHOLE_DELIVERY, COUNT_LIMIT + 1)
  return answerPage(request, given, { shown: rows.map(presentDelivery), total })
}

/** RFC 9110 §15.3.3: taken on; what comes of it is in the delivery log. */
const takenOn = async (context: Context, delivery: WebhookDelivery): Promise<RestResponse> => ({
  ...json(202, presentDelivery(rowOf(delivery))),
  shown: await createShownDelivery(context, delivery),
})

export const postTest: RestHandler = async (_request, context, { id = '' }) =>
  takenOn(context, await testWebhook(context, webhookId(id)))

export const postReplay: RestHandler = async (_request, context, { id = '' }) =>
  takenOn(context, await replayDeadLetter(context, webhookDeliveryId(id)))

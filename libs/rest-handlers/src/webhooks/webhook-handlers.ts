import {
  authorizeWebhooks,
  countedWebhooks,
  createWebhook,
  deleteWebhook,
  notFound,
  readKnownWebhook,
  readWebhook,
  rotateWebhookSecret,
  updateWebhook,
  webhookId,
  webhookRules,
  type Context,
  type Row,
  type Webhook,
  type WebhookId,
} from '@content-service/domain'
import { receive } from '../body.ts'
import { answerRead, checkedBy, tagWith, unlessStale, valueOr } from '../conditional.ts'
import { etagOf, type Tag } from '../etag.ts'
import { empty, json, NO_STORE, type RestHandler, type RestRequest } from '../http.ts'
import { COUNT_LIMIT, answerPage, NO_PARAMETERS, pageFrom, pageParameters, parametersOf } from '../paging.ts'
import { timeOrNull } from '../present.ts'
import { markShown } from '../written.ts'
import { webhookSchemas } from './webhook-schemas.ts'

const WHOLE_WEBHOOK = { fields: ['id', 'url', 'events', 'enabled', 'createdAt', 'version'] }

/** An allow-list: the secret is in the answer to POST alone. */
const presentWebhook = (row: Row) => ({
  id: row['id'],
  url: row['url'],
  events: row['events'],
  enabled: row['enabled'],
  createdAt: timeOrNull(row['createdAt']),
  version: row['version'],
})

const webhookEtag = (row: Row): string => etagOf(row['version'] as number, presentWebhook(row))

export const getWebhooks: RestHandler = async (request, context) => {
  const given = pageFrom(parametersOf(request.query, pageParameters))
  const { rows, total } = await countedWebhooks(context, given.window, WHOLE_WEBHOOK, COUNT_LIMIT + 1)
  return answerPage(request, given, { shown: rows.map(presentWebhook), total })
}

export const getWebhook: RestHandler = async (request, context, { id = '' }) => {
  parametersOf(request.query, NO_PARAMETERS)
  const row = await readWebhook(context, webhookId(id), WHOLE_WEBHOOK)
  if (row === null) throw notFound('webhook')
  return answerRead(request, presentWebhook(row), { etag: webhookEtag(row) })
}

/** One that an operation has just written. */
const writtenWebhook = async (context: Context, id: WebhookId): Promise<Row> => {
  const row = await readKnownWebhook(context, id, WHOLE_WEBHOOK)
  if (row === null) throw notFound('webhook')
  return row
}

export const postWebhook: RestHandler = async (request, context) => {
  authorizeWebhooks(context)
  const { webhook, secret } = await createWebhook(
    context,
    receive(request, webhookSchemas(context.model).newBody, webhookRules(context.model)).value(),
  )
  const row = await writtenWebhook(context, webhook.id)
  const headers = { location: `/api/webhooks/${webhook.id}`, etag: webhookEtag(row), ...NO_STORE }
  return markShown(context, json(201, { ...presentWebhook(row), secret }, headers), 'webhooks:read', webhook)
}

const webhookTag = (request: RestRequest, context: Context, id: WebhookId | null): Promise<Tag<Webhook>> =>
  tagWith(request, () => readWebhook(context, id, WHOLE_WEBHOOK), webhookEtag)

export const patchWebhook: RestHandler = async (request, context, { id: text = '' }) => {
  const id = webhookId(text)
  const body = receive(request, webhookSchemas(context.model).patchBody, webhookRules(context.model))
  const precondition = checkedBy(request, body, await webhookTag(request, context, id))
  const changed = await updateWebhook(context, id, valueOr(body, {}), precondition)
  const row = await writtenWebhook(context, changed.id)
  const response = json(200, presentWebhook(row), { etag: webhookEtag(row) })
  return markShown(context, response, 'webhooks:read', changed)
}

/** C11.1: no-store, as wherever a secret is shown. */
export const postSecret: RestHandler = async (request, context, { id: text = '' }) => {
  const id = webhookId(text)
  const precondition = unlessStale(request, await webhookTag(request, context, id))
  const { webhook, secret } = await rotateWebhookSecret(context, id, precondition)
  const row = await writtenWebhook(context, webhook.id)
  return markShown(context, json(201, { ...presentWebhook(row), secret }, NO_STORE), 'webhooks:read', webhook)
}

export const removeWebhook: RestHandler = async (request, context, { id: text = '' }) => {
  const id = webhookId(text)
  await deleteWebhook(context, id, unlessStale(request, await webhookTag(request, context, id)))
  return empty(204)
}

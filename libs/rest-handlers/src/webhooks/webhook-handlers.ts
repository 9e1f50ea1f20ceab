import {
  authorizeWebhooks,
  builtInModel,
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
import { checkedBy, tagWith, unlessStale, valueOr } from '../conditional.ts'
import { etagOf, type Tag } from '../etag.ts'
import { empty, json, NO_STORE, type RestHandler, type RestRequest } from '../http.ts'
import { createShape } from '../shape.ts'
import { listHandler, readHandler } from '../shape-handlers.ts'
import { markShown } from '../written.ts'
import { webhookSchemas } from './webhook-schemas.ts'

/** Without the secret, which is in the response to POST alone. The model decides the events in the schema, not the members. */
const WEBHOOK = createShape(webhookSchemas(builtInModel).shown)

const webhookEtag = (row: Row): string => etagOf(row['version'] as number, WEBHOOK.present(row))

export const getWebhooks = listHandler(WEBHOOK, (context, { window }, select, atMost) =>
  countedWebhooks(context, window, select, atMost),
)

export const getWebhook = readHandler(
  'webhook',
  WEBHOOK,
  (context, id, select) => readWebhook(context, webhookId(id), select),
  webhookEtag,
)

/** One that an operation has just written. */
const writtenWebhook = async (context: Context, id: WebhookId): Promise<Row> => {
  const row = await readKnownWebhook(context, id, WEBHOOK.select)
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
  return markShown(context, json(201, { ...WEBHOOK.present(row), secret }, headers), 'webhooks:read', webhook)
}

const webhookTag = (request: RestRequest, context: Context, id: WebhookId | null): Promise<Tag<Webhook>> =>
  tagWith(request, () => readWebhook(context, id, WEBHOOK.select), webhookEtag)

export const patchWebhook: RestHandler = async (request, context, { id: text = '' }) => {
  const id = webhookId(text)
  const body = receive(request, webhookSchemas(context.model).patchBody, webhookRules(context.model))
  const precondition = checkedBy(request, body, await webhookTag(request, context, id))
  const changed = await updateWebhook(context, id, valueOr(body, {}), precondition)
  const row = await writtenWebhook(context, changed.id)
  const response = json(200, WEBHOOK.present(row), { etag: webhookEtag(row) })
  return markShown(context, response, 'webhooks:read', changed)
}

/** C11.1: no-store, as wherever a secret is shown. */
export const postSecret: RestHandler = async (request, context, { id: text = '' }) => {
  const id = webhookId(text)
  const precondition = unlessStale(request, await webhookTag(request, context, id))
  const { webhook, secret } = await rotateWebhookSecret(context, id, precondition)
  const row = await writtenWebhook(context, webhook.id)
  return markShown(
    context,
    json(201, { ...WEBHOOK.present(row), secret }, NO_STORE),
    'webhooks:read',
    webhook,
  )
}

export const removeWebhook: RestHandler = async (request, context, { id: text = '' }) => {
  const id = webhookId(text)
  await deleteWebhook(context, id, unlessStale(request, await webhookTag(request, context, id)))
  return empty(204)
}

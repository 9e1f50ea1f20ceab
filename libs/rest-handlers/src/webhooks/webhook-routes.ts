import { created, createdSecret, nothing, one, paged } from '../answers.ts'
import { pageParameters } from '../paging.ts'
import type { Route } from '../route.ts'
import { idOf } from '../schema-terms.ts'
import {
  getWebhook,
  getWebhooks,
  patchWebhook,
  postSecret,
  postWebhook,
  removeWebhook,
} from './webhook-handlers.ts'
import type { ContentModel } from '@content-service/domain'
import { webhookSchemas } from './webhook-schemas.ts'

const tag = 'Webhooks'

type Schemas = ReturnType<typeof webhookSchemas>

const collectionRoute = (schemas: Schemas): Route => ({
  path: '/api/webhooks',
  tag,
  methods: {
    GET: {
      handler: getWebhooks,
      operation: 'webhooks',
      summary: 'List webhooks',
      access: 'webhooks:read',
      query: pageParameters,
      answers: [paged(schemas.shown, 'A page of the webhooks that you may read, newest first.')],
    },
    POST: {
      handler: postWebhook,
      operation: 'createWebhook',
      summary: 'Create a webhook',
      access: 'webhooks:write',
      body: schemas.newBody,
      shows: 'webhooks:read',
      answers: [
        created(schemas.created, 'The webhook, with its secret. No later response shows the secret.'),
      ],
    },
  },
})

const webhookRoute = (schemas: Schemas): Route => ({
  path: '/api/webhooks/:id',
  variables: { id: idOf('the webhook') },
  tag,
  methods: {
    GET: {
      handler: getWebhook,
      operation: 'webhook',
      summary: 'Get a webhook',
      access: 'webhooks:read',
      answers: [one(schemas.shown, 'The webhook.')],
    },
    PATCH: {
      handler: patchWebhook,
      operation: 'updateWebhook',
      summary: 'Change parts of a webhook',
      access: 'webhooks:write',
      body: schemas.patchBody,
      shows: 'webhooks:read',
      answers: [one(schemas.shown, 'The changed webhook.')],
      isConditional: true,
    },
    DELETE: {
      handler: removeWebhook,
      operation: 'deleteWebhook',
      summary: 'Delete a webhook',
      access: 'webhooks:write',
      answers: [nothing('The webhook is deleted. The service sends no more events to it.')],
      isConditional: true,
    },
  },
})

const secretRoute = (schemas: Schemas): Route => ({
  path: '/api/webhooks/:id/secret',
  variables: { id: idOf('the webhook') },
  tag,
  methods: {
    POST: {
      handler: postSecret,
      operation: 'rotateWebhookSecret',
      summary: 'Create a new webhook secret',
      description: 'For 24 hours, the service signs messages with both secrets.',
      access: 'webhooks:write',
      shows: 'webhooks:read',
      answers: [
        createdSecret(
          schemas.created,
          'The webhook, with its new secret. No later response shows the secret.',
        ),
      ],
      isConditional: true,
    },
  },
})

export const webhookRoutes = (model: ContentModel): readonly Route[] => {
  const schemas = webhookSchemas(model)
  return [collectionRoute(schemas), webhookRoute(schemas), secretRoute(schemas)]
}

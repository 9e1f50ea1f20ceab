import { created, nothing, one, paged } from '../answers.ts'
import { pageParameters } from '../paging.ts'
import type { Route } from '../route.ts'
import { idOf } from '../schema-terms.ts'
import { getWebhook, getWebhooks, patchWebhook, postWebhook, removeWebhook } from './webhook-handlers.ts'
import { createdWebhookSchema, newWebhookBody, patchedWebhookBody, webhookSchema } from './webhook-schemas.ts'

const tag = 'Webhooks'

export const webhookRoutes: readonly Route[] = [
  {
    path: '/api/webhooks',
    tag,
    methods: {
      GET: {
        handler: getWebhooks,
        operation: 'webhooks',
        summary: 'List webhooks',
        access: 'webhooks:read',
        query: pageParameters,
        answers: [paged(webhookSchema, 'A page of the webhooks that you may read, newest first.')],
      },
      POST: {
        handler: postWebhook,
        operation: 'createWebhook',
        summary: 'Create a webhook',
        access: 'webhooks:write',
        body: newWebhookBody,
        shows: 'webhooks:read',
        answers: [
          created(createdWebhookSchema, 'The webhook, with its secret. No later response shows the secret.'),
        ],
      },
    },
  },
  {
    path: '/api/webhooks/:id',
    variables: { id: idOf('the webhook') },
    tag,
    methods: {
      GET: {
        handler: getWebhook,
        operation: 'webhook',
        summary: 'Get a webhook',
        access: 'webhooks:read',
        answers: [one(webhookSchema, 'The webhook.')],
      },
      PATCH: {
        handler: patchWebhook,
        operation: 'updateWebhook',
        summary: 'Change parts of a webhook',
        access: 'webhooks:write',
        body: patchedWebhookBody,
        shows: 'webhooks:read',
        answers: [one(webhookSchema, 'The changed webhook.')],
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
  },
]

import { createdSecret, paged, takenOn } from '../answers.ts'
import { pageParameters } from '../paging.ts'
import type { Route } from '../route.ts'
import { idOf } from '../schema-terms.ts'
import { getDeadLetters, getDeliveries, postReplay, postTest } from './webhook-delivery-handlers.ts'
import { webhookDeliverySchema } from './webhook-delivery-schemas.ts'
import { postSecret } from './webhook-handlers.ts'
import { createdWebhookSchema } from './webhook-schemas.ts'

const tag = 'Webhooks'

export const webhookDeliveryRoutes: readonly Route[] = [
  {
    path: '/api/webhooks/:id/deliveries',
    variables: { id: idOf('the webhook') },
    tag,
    methods: {
      GET: {
        handler: getDeliveries,
        operation: 'webhookDeliveries',
        summary: 'List what became of the events for a webhook',
        access: 'webhooks:read',
        query: pageParameters,
        answers: [paged(webhookDeliverySchema, 'A page of deliveries, newest first.')],
      },
    },
  },
  {
    path: '/api/webhooks/:id/test',
    variables: { id: idOf('the webhook') },
    tag,
    methods: {
      POST: {
        handler: postTest,
        operation: 'testWebhook',
        summary: 'Try a webhook out',
        description: 'Sends a `webhook.test` event within seconds.',
        access: 'webhooks:write',
        answers: [takenOn(webhookDeliverySchema, 'The delivery, which is about to be sent.')],
      },
    },
  },
  {
    path: '/api/webhooks/:id/secret',
    variables: { id: idOf('the webhook') },
    tag,
    methods: {
      POST: {
        handler: postSecret,
        operation: 'rotateWebhookSecret',
        summary: 'Make a new secret',
        description: 'For 24 hours messages are signed with the one before as well.',
        access: 'webhooks:write',
        answers: [createdSecret(createdWebhookSchema, 'The webhook, with its new secret, shown this once.')],
        isConditional: true,
      },
    },
  },
  {
    path: '/api/dead-letters',
    tag,
    methods: {
      GET: {
        handler: getDeadLetters,
        operation: 'deadLetters',
        summary: 'List deliveries that were given up',
        access: 'audit:read',
        query: pageParameters,
        answers: [paged(webhookDeliverySchema, 'A page of deliveries to any webhook, newest first.')],
      },
    },
  },
  {
    path: '/api/dead-letters/:id/replay',
    variables: { id: idOf('the delivery') },
    tag,
    methods: {
      POST: {
        handler: postReplay,
        operation: 'replayDeadLetter',
        summary: 'Send what was given up once more',
        description: 'With the same `webhook-id`.',
        access: 'audit:read',
        answers: [takenOn(webhookDeliverySchema, 'The delivery, which is about to be sent.')],
      },
    },
  },
]

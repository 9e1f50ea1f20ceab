import { paged, takenOn } from '../answers.ts'
import { pageParameters } from '../paging.ts'
import type { Route } from '../route.ts'
import { idOf } from '../schema-terms.ts'
import { getDeadLetters, getDeliveries, postReplay, postTest } from './webhook-delivery-handlers.ts'
import { webhookDeliverySchema } from './webhook-delivery-schemas.ts'

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
        summary: 'List the deliveries to a webhook',
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
        summary: 'Test a webhook',
        description: 'Sends a `webhook.test` event to the webhook within seconds.',
        access: 'webhooks:write',
        shows: 'webhooks:read',
        answers: [takenOn(webhookDeliverySchema, 'The delivery that the service is about to send.')],
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
        summary: 'List the deliveries that the service gave up',
        access: 'audit:read',
        query: pageParameters,
        answers: [paged(webhookDeliverySchema, 'A page of deliveries to all webhooks, newest first.')],
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
        summary: 'Send an event again that the service gave up',
        description: 'The message has the same `webhook-id`.',
        access: 'audit:read',
        shows: 'webhooks:read',
        answers: [takenOn(webhookDeliverySchema, 'The delivery that the service is about to send.')],
      },
    },
  },
]

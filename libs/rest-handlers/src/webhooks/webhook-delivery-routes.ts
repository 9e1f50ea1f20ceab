import { paged, takenOn } from '../answers.ts'
import type { Route } from '../route.ts'
import { idOf } from '../schema-terms.ts'
import { serve } from '../serve.ts'
import { webhookDeliverySchema } from './webhook-delivery-schemas.ts'

const tag = 'Webhooks'
const sending = takenOn(webhookDeliverySchema, 'The delivery that the service is about to send.')

export const webhookDeliveryRoutes: readonly Route[] = [
  {
    path: '/api/webhooks/:id/deliveries',
    variables: { id: idOf('the webhook') },
    tag,
    methods: {
      GET: serve('webhookDeliveries', {
        summary: 'List the deliveries to a webhook',
        answer: paged(webhookDeliverySchema, 'A page of deliveries, newest first.'),
      }),
    },
  },
  {
    path: '/api/webhooks/:id/test',
    variables: { id: idOf('the webhook') },
    tag,
    methods: {
      POST: serve('testWebhook', {
        summary: 'Test a webhook',
        description: 'Sends a `webhook.test` event to the webhook within seconds.',
        answer: sending,
      }),
    },
  },
  {
    path: '/api/dead-letters',
    tag,
    methods: {
      GET: serve('deadLetters', {
        summary: 'List the deliveries that the service gave up',
        answer: paged(webhookDeliverySchema, 'A page of deliveries to all webhooks, newest first.'),
      }),
    },
  },
  {
    path: '/api/dead-letters/:id/replay',
    variables: { id: idOf('the delivery') },
    tag,
    methods: {
      POST: serve('replayDeadLetter', {
        summary: 'Send an event again that the service gave up',
        description: 'The message has the same `webhook-id`.',
        answer: sending,
      }),
    },
  },
]

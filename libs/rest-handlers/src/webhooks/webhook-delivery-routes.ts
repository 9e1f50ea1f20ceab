import { okPage, accepted } from '../endpoints/answers.ts'
import { createAreaRoutes, type Route } from '../routing/route.ts'
import { idSchema } from '../schemas/schema-terms.ts'
import { declareEndpoint } from '../endpoints/declare-endpoint.ts'
import { webhookDeliverySchema } from './webhook-delivery-schemas.ts'

const tag = 'Webhooks'
const sending = accepted(webhookDeliverySchema, 'The delivery that the service is about to send.')

export const webhookDeliveryRoutes: readonly Route[] = [
  ...createAreaRoutes({
    tag,
    variables: { id: idSchema('the webhook') },
    endpoints: {
      'GET /api/webhooks/:id/deliveries': declareEndpoint('webhookDeliveries', {
        summary: 'List the deliveries to a webhook',
        answer: okPage(webhookDeliverySchema, 'A page of deliveries, newest first.'),
      }),
      'POST /api/webhooks/:id/test': declareEndpoint('testWebhook', {
        summary: 'Test a webhook',
        description: 'Sends a `webhook.test` event to the webhook within seconds.',
        answer: sending,
      }),
    },
  }),
  ...createAreaRoutes({
    tag,
    variables: { id: idSchema('the delivery') },
    endpoints: {
      'GET /api/dead-letters': declareEndpoint('deadLetters', {
        summary: 'List the deliveries that the service gave up',
        answer: okPage(webhookDeliverySchema, 'A page of deliveries to all webhooks, newest first.'),
      }),
      'POST /api/dead-letters/:id/replay': declareEndpoint('replayDeadLetter', {
        summary: 'Send an event again that the service gave up',
        description: 'The message has the same `webhook-id`.',
        answer: sending,
      }),
    },
  }),
]

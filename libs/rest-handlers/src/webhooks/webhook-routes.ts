import type { ContentModel } from '@content-service/domain'
import { created, createdSecret, noContent, okWithEtag, okPage } from '../endpoints/answers.ts'
import { createRepresentation } from '../representations/representation.ts'
import { createAreaRoutes, type Route } from '../routing/route.ts'
import { idSchema } from '../schemas/schema-terms.ts'
import { declareEndpoint } from '../endpoints/declare-endpoint.ts'
import { webhookSchemas } from './webhook-schemas.ts'

export const webhookRoutes = (model: ContentModel): readonly Route[] => {
  const schemas = webhookSchemas(model)
  const as = createRepresentation(schemas.shown)
  return createAreaRoutes({
    tag: 'Webhooks',
    variables: { id: idSchema('the webhook') },
    endpoints: {
      'GET /api/webhooks': declareEndpoint('webhooks', {
        summary: 'List webhooks',
        answer: okPage(schemas.shown, 'A page of the webhooks that you may read, newest first.'),
      }),
      'POST /api/webhooks': declareEndpoint('createWebhook', {
        summary: 'Create a webhook',
        body: schemas.newBody,
        as,
        location: '/api/webhooks',
        answer: created(schemas.created, 'The webhook, with its secret. No later response shows the secret.'),
      }),
      'GET /api/webhooks/:id': declareEndpoint('webhook', {
        summary: 'Get a webhook',
        answer: okWithEtag(schemas.shown, 'The webhook.'),
      }),
      'PATCH /api/webhooks/:id': declareEndpoint('updateWebhook', {
        summary: 'Change parts of a webhook',
        body: schemas.patchBody,
        answer: okWithEtag(schemas.shown, 'The changed webhook.'),
      }),
      'DELETE /api/webhooks/:id': declareEndpoint('deleteWebhook', {
        summary: 'Delete a webhook',
        as,
        answer: noContent('The webhook is deleted. The service sends no more events to it.'),
      }),
      'POST /api/webhooks/:id/secret': declareEndpoint('rotateWebhookSecret', {
        summary: 'Create a new webhook secret',
        description: 'For 24 hours, the service signs messages with both secrets.',
        as,
        answer: createdSecret(
          schemas.created,
          'The webhook, with its new secret. No later response shows the secret.',
        ),
      }),
    },
  })
}

import type { ContentModel } from '@content-service/domain'
import { created, createdSecret, noContent, okWithEtag, okPage } from '../endpoints/answers.ts'
import { createRepresentation } from '../schemas/representation.ts'
import { createAreaRoutes, type Route } from '../routing/route.ts'
import { idSchema } from '../schemas/schema-terms.ts'
import { serve } from '../endpoints/serve.ts'
import { webhookSchemas } from './webhook-schemas.ts'

export const webhookRoutes = (model: ContentModel): readonly Route[] => {
  const schemas = webhookSchemas(model)
  const as = createRepresentation(schemas.shown)
  return createAreaRoutes({
    tag: 'Webhooks',
    variables: { id: idSchema('the webhook') },
    endpoints: {
      'GET /api/webhooks': serve('webhooks', {
        summary: 'List webhooks',
        answer: okPage(schemas.shown, 'A page of the webhooks that you may read, newest first.'),
      }),
      'POST /api/webhooks': serve('createWebhook', {
        summary: 'Create a webhook',
        body: schemas.newBody,
        as,
        location: '/api/webhooks',
        answer: created(schemas.created, 'The webhook, with its secret. No later response shows the secret.'),
      }),
      'GET /api/webhooks/:id': serve('webhook', {
        summary: 'Get a webhook',
        answer: okWithEtag(schemas.shown, 'The webhook.'),
      }),
      'PATCH /api/webhooks/:id': serve('updateWebhook', {
        summary: 'Change parts of a webhook',
        body: schemas.patchBody,
        answer: okWithEtag(schemas.shown, 'The changed webhook.'),
      }),
      'DELETE /api/webhooks/:id': serve('deleteWebhook', {
        summary: 'Delete a webhook',
        as,
        answer: noContent('The webhook is deleted. The service sends no more events to it.'),
      }),
      'POST /api/webhooks/:id/secret': serve('rotateWebhookSecret', {
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

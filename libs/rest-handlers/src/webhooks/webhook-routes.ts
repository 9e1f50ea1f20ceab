import type { ContentModel } from '@content-service/domain'
import { created, createdSecret, nothing, one, paged } from '../answers.ts'
import { createRepresentation } from '../representation.ts'
import type { Route } from '../route.ts'
import { idOf } from '../schema-terms.ts'
import { serve } from '../serve.ts'
import { webhookSchemas } from './webhook-schemas.ts'

const tag = 'Webhooks'
const variables = { id: idOf('the webhook') }

type Schemas = ReturnType<typeof webhookSchemas>

const webhookRoute = ({ shown, patchBody }: Schemas): Route => ({
  path: '/api/webhooks/:id',
  variables,
  tag,
  methods: {
    GET: serve('webhook', { summary: 'Get a webhook', answer: one(shown, 'The webhook.') }),
    PATCH: serve('updateWebhook', {
      summary: 'Change parts of a webhook',
      body: patchBody,
      answer: one(shown, 'The changed webhook.'),
    }),
    DELETE: serve('deleteWebhook', {
      summary: 'Delete a webhook',
      as: createRepresentation(shown),
      answer: nothing('The webhook is deleted. The service sends no more events to it.'),
    }),
  },
})

export const webhookRoutes = (model: ContentModel): readonly Route[] => {
  const schemas = webhookSchemas(model)
  const as = createRepresentation(schemas.shown)
  return [
    {
      path: '/api/webhooks',
      tag,
      methods: {
        GET: serve('webhooks', {
          summary: 'List webhooks',
          answer: paged(schemas.shown, 'A page of the webhooks that you may read, newest first.'),
        }),
        POST: serve('createWebhook', {
          summary: 'Create a webhook',
          body: schemas.newBody,
          as,
          location: '/api/webhooks',
          answer: created(
            schemas.created,
            'The webhook, with its secret. No later response shows the secret.',
          ),
        }),
      },
    },
    webhookRoute(schemas),
    {
      path: '/api/webhooks/:id/secret',
      variables,
      tag,
      methods: {
        POST: serve('rotateWebhookSecret', {
          summary: 'Create a new webhook secret',
          description: 'For 24 hours, the service signs messages with both secrets.',
          as,
          answer: createdSecret(
            schemas.created,
            'The webhook, with its new secret. No later response shows the secret.',
          ),
        }),
      },
    },
  ]
}

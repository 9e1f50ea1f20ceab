import type { ContentModel } from '@content-service/domain'
import { created, okList, noContent, okWithEtag } from '../endpoints/answers.ts'
import { createAreaRoutes, type Route } from '../routing/route.ts'
import { idSchema } from '../schemas/schema-terms.ts'
import { declareEndpoint } from '../endpoints/declare-endpoint.ts'
import { apiKeySchemas } from './api-key-schemas.ts'

export const apiKeyRoutes = (model: ContentModel): readonly Route[] => {
  const schemas = apiKeySchemas(model)
  const newKey = created(
    schemas.created,
    'The API key, with its secret value. No later response shows the secret value.',
  )
  return createAreaRoutes({
    tag: 'API keys',
    variables: { id: idSchema('the key') },
    endpoints: {
      'GET /api/api-keys': declareEndpoint('apiKeys', {
        summary: 'List your own API keys',
        answer: okList(schemas.apiKey, 'The API keys, newest first, without the secret values.'),
      }),
      'POST /api/api-keys': declareEndpoint('createApiKey', {
        summary: 'Create an API key',
        body: schemas.newBody,
        location: '/api/api-keys',
        answer: { ...newKey, headers: ['Location'] },
      }),
      'DELETE /api/api-keys/:id': declareEndpoint('revokeApiKey', {
        summary: 'Revoke an API key',
        answer: noContent('The API key is revoked.'),
      }),
      // Stands behind DELETE, whose name the released document has in the operationId of OPTIONS.
      'GET /api/api-keys/:id': declareEndpoint('apiKey', {
        summary: 'Get an API key',
        answer: okWithEtag(schemas.apiKey, 'The API key, without its secret value.'),
      }),
    },
  })
}

import type { ContentModel } from '@content-service/domain'
import { created, listOf, nothing, one } from '../answers.ts'
import { pageParameters } from '../paging.ts'
import type { Route } from '../route.ts'
import { idOf } from '../schema-terms.ts'
import { getApiKey, getApiKeys, postApiKey, removeApiKey } from './api-key-handlers.ts'
import { apiKeySchemas } from './api-key-schemas.ts'

const tag = 'API keys'

export const apiKeyRoutes = (model: ContentModel): readonly Route[] => [
  {
    path: '/api/api-keys',
    tag,
    methods: {
      GET: {
        handler: getApiKeys,
        operation: 'apiKeys',
        summary: 'List your own API keys',
        access: 'api-keys:read',
        query: pageParameters,
        answers: [
          listOf(apiKeySchemas(model).apiKey, 'The API keys, newest first, without the secret values.'),
        ],
      },
      POST: {
        handler: postApiKey,
        operation: 'createApiKey',
        summary: 'Create an API key',
        access: 'api-keys:write',
        body: apiKeySchemas(model).newBody,
        shows: 'api-keys:read',
        answers: [
          {
            ...created(
              apiKeySchemas(model).created,
              'The API key, with its secret value. No later response shows the secret value.',
            ),
            headers: ['Location'],
          },
        ],
      },
    },
  },
  {
    path: '/api/api-keys/:id',
    variables: { id: idOf('the key') },
    tag,
    methods: {
      DELETE: {
        handler: removeApiKey,
        operation: 'revokeApiKey',
        summary: 'Revoke an API key',
        access: 'api-keys:write',
        answers: [nothing('The API key is revoked.')],
      },
      // Stands behind DELETE, whose name the released document has in the operationId of OPTIONS.
      GET: {
        handler: getApiKey,
        operation: 'apiKey',
        summary: 'Get an API key',
        access: 'api-keys:read',
        answers: [one(apiKeySchemas(model).apiKey, 'The API key, without its secret value.')],
      },
    },
  },
]

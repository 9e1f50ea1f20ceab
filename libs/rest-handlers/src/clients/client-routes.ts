import type { ContentModel } from '@content-service/domain'
import { created, createdSecret, nothing, one, paged } from '../answers.ts'
import { pageParameters } from '../paging.ts'
import type { Route } from '../route.ts'
import { getClient, getClients, postClient, postClientSecret, removeClient } from './client-handlers.ts'
import { clientIdText, clientSchemas } from './client-schemas.ts'

const tag = 'OAuth clients'

export const clientRoutes = (model: ContentModel): readonly Route[] => [
  {
    path: '/api/oauth-clients',
    tag,
    methods: {
      GET: {
        handler: getClients,
        operation: 'oauthClients',
        summary: 'List OAuth clients',
        access: 'oauth-clients:read',
        query: pageParameters,
        answers: [paged(clientSchemas(model).client, 'A page of the clients, newest first.')],
      },
      POST: {
        handler: postClient,
        operation: 'createOAuthClient',
        summary: 'Register an OAuth client',
        description: 'The scopes must be permissions that you hold on all records.',
        access: 'oauth-clients:write',
        body: clientSchemas(model).newBody,
        shows: 'oauth-clients:read',
        answers: [
          created(
            clientSchemas(model).created,
            'The client, with its secret. No later response shows the secret.',
          ),
        ],
      },
    },
  },
  {
    path: '/api/oauth-clients/:id',
    variables: { id: clientIdText },
    tag,
    methods: {
      GET: {
        handler: getClient,
        operation: 'oauthClient',
        summary: 'Get an OAuth client',
        access: 'oauth-clients:read',
        answers: [one(clientSchemas(model).client, 'The client.')],
      },
      DELETE: {
        handler: removeClient,
        operation: 'deleteOAuthClient',
        summary: 'Delete an OAuth client',
        access: 'oauth-clients:write',
        answers: [nothing('The client is deleted, and all its codes and tokens have ended.')],
        isConditional: true,
      },
    },
  },
  {
    path: '/api/oauth-clients/:id/secret',
    variables: { id: clientIdText },
    tag,
    methods: {
      POST: {
        handler: postClientSecret,
        operation: 'rotateOAuthClientSecret',
        summary: 'Create a new client secret',
        description: 'The old secret ends at once. Tokens that the client already has stay valid.',
        access: 'oauth-clients:write',
        shows: 'oauth-clients:read',
        answers: [
          createdSecret(
            clientSchemas(model).created,
            'The client, with its new secret. No later response shows the secret.',
          ),
        ],
        isConditional: true,
      },
    },
  },
]

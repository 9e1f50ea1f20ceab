import type { ContentModel } from '@content-service/domain'
import { created, createdSecret, noContent, okWithEtag, okPage } from '../endpoints/answers.ts'
import { createRepresentation } from '../representations/representation.ts'
import { createAreaRoutes, type Route } from '../routing/route.ts'
import { declareEndpoint } from '../endpoints/declare-endpoint.ts'
import type { SpecialMember } from '../schemas/shape.ts'
import { clientIdText, clientSchemas } from './client-schemas.ts'

const SPECIAL: Readonly<Record<string, SpecialMember>> = {
  grants: {
    reads: ['grants'],
    show: ({ grants }) => (grants as readonly string[]).map((grant) => grant.toUpperCase()),
  },
  // A client that an operation has just written has the hash of its secret instead.
  public: { reads: ['isPublic'], show: ({ isPublic, secretHash }) => isPublic ?? secretHash === null },
}

export const clientRoutes = (model: ContentModel): readonly Route[] => {
  const schemas = clientSchemas(model)
  const as = createRepresentation(schemas.client, SPECIAL)
  return createAreaRoutes({
    tag: 'OAuth clients',
    variables: { id: clientIdText },
    endpoints: {
      'GET /api/oauth-clients': declareEndpoint('oauthClients', {
        summary: 'List OAuth clients',
        as,
        answer: okPage(schemas.client, 'A page of the clients, newest first.'),
      }),
      'POST /api/oauth-clients': declareEndpoint('createOAuthClient', {
        summary: 'Register an OAuth client',
        description: 'The scopes must be permissions that you hold on all records.',
        body: schemas.newBody,
        as,
        location: '/api/oauth-clients',
        answer: created(schemas.created, 'The client, with its secret. No later response shows the secret.'),
      }),
      'GET /api/oauth-clients/:id': declareEndpoint('oauthClient', {
        summary: 'Get an OAuth client',
        as,
        answer: okWithEtag(schemas.client, 'The client.'),
      }),
      'DELETE /api/oauth-clients/:id': declareEndpoint('deleteOAuthClient', {
        summary: 'Delete an OAuth client',
        as,
        answer: noContent('The client is deleted, and all its codes and tokens have ended.'),
      }),
      'POST /api/oauth-clients/:id/secret': declareEndpoint('rotateOAuthClientSecret', {
        summary: 'Create a new client secret',
        description: 'The old secret ends at once. Tokens that the client already has stay valid.',
        as,
        answer: createdSecret(
          schemas.created,
          'The client, with its new secret. No later response shows the secret.',
        ),
      }),
    },
  })
}

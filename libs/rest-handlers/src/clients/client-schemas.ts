import { type ContentModel } from '@content-service/domain'
import { GRANT_TYPES } from '@content-service/domain/internal/clients'
import { perModel } from '@content-service/domain/internal/model'
import { Type } from 'typebox'
import { createBody } from '../requests/body.ts'
import {
  nullableSchema,
  objectSchema,
  textSchema,
  timestampSchema,
  wordSchema,
} from '../schemas/schema-terms.ts'

/** As the typed interface writes them (C6.1). */
const GRANT_NAMES = GRANT_TYPES.map((grant) => grant.toUpperCase())

export const clientIdText = textSchema(100, 'The `client_id` of its requests.', {
  minLength: 1,
  pattern: '^[A-Za-z0-9_.~-]+$',
  examples: ['0198c0de-7a3e-7c4f-9b1d-5f2e8a6c4d10'],
})
const name = textSchema(100, 'The name that users see when the client asks them for access.', {
  minLength: 1,
  examples: ['Newsroom app'],
})
const redirectUris = Type.Array(textSchema(2_000, 'An absolute URI. The service compares it exactly.'), {
  maxItems: 20,
  description: 'The URIs to which the service may send codes.',
  examples: [['https://app.example.org/callback']],
})
const createScopesSchema = ({ policy }: ContentModel) =>
  Type.Array(textSchema(100, 'A permission.', { examples: ['users:read'] }), {
    maxItems: policy.permissions.length,
    description: 'The permissions of the client when it acts for itself (CLIENT_CREDENTIALS).',
  })
const isPublic = Type.Boolean({ description: 'True for a client that cannot keep a secret and has none.' })

const createMembers = (model: ContentModel) => ({
  id: clientIdText,
  name,
  redirectUris,
  grants: Type.Array(wordSchema(GRANT_NAMES, 'A grant type.'), {
    maxItems: GRANT_NAMES.length,
    description: 'The grant types that the client may use.',
  }),
  scopes: createScopesSchema(model),
  public: isPublic,
  createdAt: timestampSchema('The time at which the client was registered.'),
})

const givenGrants = Type.Array(
  wordSchema([...GRANT_NAMES, ...GRANT_TYPES], 'A grant type, in capitals or as in RFC 6749.'),
  { minItems: 1, maxItems: 2 * GRANT_TYPES.length, description: 'The grant types that the client may use.' },
)
const secret = nullableSchema(
  textSchema(100, 'The `client_secret`; null for a public client. Store it now: no later response shows it.'),
)

const SHOWN = {
  title: 'OAuthClient',
  description: 'A program that may request tokens. This object does not contain the secret.',
}
const CREATED = { title: 'CreatedOAuthClient', description: 'A client, with its new secret.' }
const NEW = {
  title: 'NewOAuthClient',
  description: 'A program that may request tokens.',
  examples: [
    {
      name: 'Newsroom app',
      redirectUris: ['https://app.example.org/callback'],
      grants: ['AUTHORIZATION_CODE', 'REFRESH_TOKEN'],
    },
  ],
}

/** C12.2: the schemas of clients; the model knows how many permissions there are. */
export const clientSchemas = perModel((model) => {
  const members = createMembers(model)
  return {
    client: objectSchema(SHOWN, members),
    created: objectSchema(CREATED, { ...members, secret }),
    newBody: createBody(NEW, {
      name,
      redirectUris: Type.Optional(redirectUris),
      grants: givenGrants,
      scopes: Type.Optional(members.scopes),
      public: Type.Optional(isPublic),
    }),
  }
})

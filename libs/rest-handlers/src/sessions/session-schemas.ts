import { Type } from 'typebox'
import { idSchema, objectSchema, textSchema, timestampSchema } from '../schema-terms.ts'

export const sessionSchema = objectSchema(
  { title: 'Session', description: 'A session of a client that acts for you with OAuth 2.0.' },
  {
    id: idSchema('the session'),
    clientId: textSchema(200, 'The `client_id` of the client.'),
    clientName: textSchema(200, 'The name of the client.'),
    scopes: Type.Array(textSchema(100, 'A permission.'), {
      maxItems: 100,
      description: 'The permissions that the client may use for you.',
    }),
    createdAt: timestampSchema('The time at which you signed in.'),
    lastUsedAt: timestampSchema('The time at which the client last renewed its tokens.'),
    expiresAt: timestampSchema('The time at which the session ends unless the client renews it.'),
  },
)

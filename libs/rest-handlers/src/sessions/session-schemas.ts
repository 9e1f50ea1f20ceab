import { Type } from 'typebox'
import { idOf, objectOf, textUpTo, timestampOf } from '../schema-terms.ts'

export const sessionSchema = objectOf(
  { title: 'Session', description: 'A session of a client that acts for you with OAuth 2.0.' },
  {
    id: idOf('the session'),
    clientId: textUpTo(200, 'The `client_id` of the client.'),
    clientName: textUpTo(200, 'The name of the client.'),
    scopes: Type.Array(textUpTo(100, 'A permission.'), {
      maxItems: 100,
      description: 'The permissions that the client may use for you.',
    }),
    createdAt: timestampOf('The time at which you signed in.'),
    lastUsedAt: timestampOf('The time at which the client last renewed its tokens.'),
    expiresAt: timestampOf('The time at which the session ends unless the client renews it.'),
  },
)

import { Type } from 'typebox'
import { closed, idOf, textUpTo, timestampOf } from '../schema-terms.ts'

export const sessionSchema = Type.Object(
  {
    id: idOf('the session'),
    clientId: textUpTo(200, 'The `client_id` of the program.'),
    clientName: textUpTo(200, 'What the program is called.'),
    scopes: Type.Array(textUpTo(100, 'A permission.'), { maxItems: 100, description: 'What it may do.' }),
    createdAt: timestampOf('Since when.'),
    lastUsedAt: timestampOf('When it last had a new token.'),
    expiresAt: timestampOf('Until when, unless it is used.'),
  },
  { ...closed, title: 'Session', description: 'A program that acts for the user by OAuth 2.0.' },
)

import { Type } from 'typebox'
import { okList, noContent } from '../endpoints/answers.ts'
import { createAreaRoutes } from '../routing/route.ts'
import { idSchema, objectSchema, textSchema, timestampSchema } from '../schemas/schema-terms.ts'
import { declareEndpoint } from '../endpoints/declare-endpoint.ts'

const sessionSchema = objectSchema(
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

export const sessionRoutes = createAreaRoutes({
  tag: 'Own account',
  variables: { id: idSchema('the session') },
  endpoints: {
    'GET /api/me/sessions': declareEndpoint('sessions', {
      summary: 'List the clients that act for you',
      answer: okList(sessionSchema, 'The sessions, newest first.', 10_000),
    }),
    'DELETE /api/me/sessions': declareEndpoint('signOutEverywhere', {
      summary: 'Sign out everywhere',
      description: 'Ends all your sessions, including the current session. API keys stay valid.',
      answer: noContent('All sessions have ended.'),
      isSecret: true,
    }),
    'DELETE /api/me/sessions/:id': declareEndpoint('endSession', {
      summary: 'End a session',
      answer: noContent('The session has ended.'),
    }),
  },
})

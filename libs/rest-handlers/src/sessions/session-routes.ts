import { okList, noContent } from '../answers.ts'
import { createAreaRoutes } from '../route.ts'
import { idSchema } from '../schema-terms.ts'
import { serve } from '../serve.ts'
import { sessionSchema } from './session-schemas.ts'

export const sessionRoutes = createAreaRoutes({
  tag: 'Own account',
  variables: { id: idSchema('the session') },
  endpoints: {
    'GET /api/me/sessions': serve('sessions', {
      summary: 'List the clients that act for you',
      answer: okList(sessionSchema, 'The sessions, newest first.', 10_000),
    }),
    'DELETE /api/me/sessions': serve('signOutEverywhere', {
      summary: 'Sign out everywhere',
      description: 'Ends all your sessions, including the current session. API keys stay valid.',
      answer: noContent('All sessions have ended.'),
      isSecret: true,
    }),
    'DELETE /api/me/sessions/:id': serve('endSession', {
      summary: 'End a session',
      answer: noContent('The session has ended.'),
    }),
  },
})

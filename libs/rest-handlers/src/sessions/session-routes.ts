import { endAllSessions } from '../accounts/account-handlers.ts'
import { listOf, nothing } from '../answers.ts'
import type { Route } from '../route.ts'
import { idOf } from '../schema-terms.ts'
import { getSessions, removeSession } from './session-handlers.ts'
import { sessionSchema } from './session-schemas.ts'

const tag = 'Own account'

export const sessionRoutes: readonly Route[] = [
  {
    path: '/api/me/sessions',
    tag,
    methods: {
      GET: {
        handler: getSessions,
        operation: 'sessions',
        summary: 'List the clients that act for you',
        access: 'signed in',
        answers: [listOf(sessionSchema, 'The sessions, newest first.', 10_000)],
      },
      DELETE: {
        handler: endAllSessions,
        operation: 'signOutEverywhere',
        summary: 'Sign out everywhere',
        description: 'Ends all your sessions, including the current session. API keys stay valid.',
        access: 'signed in',
        answers: [nothing('All sessions have ended.')],
      },
    },
  },
  {
    path: '/api/me/sessions/:id',
    variables: { id: idOf('the session') },
    tag,
    methods: {
      DELETE: {
        handler: removeSession,
        operation: 'endSession',
        summary: 'End a session',
        access: 'signed in',
        answers: [nothing('The session has ended.')],
      },
    },
  },
]

import { endAllSessions } from '../accounts/account-handlers.ts'
import type { Route } from '../route.ts'
import { getSessions, removeSession } from './session-handlers.ts'

export const sessionRoutes: readonly Route[] = [
  {
    path: '/api/me/sessions',
    methods: { GET: [getSessions, 'sessions'], DELETE: [endAllSessions, 'signOutEverywhere'] },
  },
  { path: '/api/me/sessions/:id', methods: { DELETE: [removeSession, 'endSession'] } },
]

import type { Route } from '../route.ts'
import {
  getSecondFactor,
  postConfirmation,
  postRecoveryCodes,
  postRemoval,
  postSecondFactor,
  removeAnothers,
} from './second-factor-handlers.ts'

export const secondFactorRoutes: readonly Route[] = [
  {
    path: '/api/me/second-factor',
    methods: { GET: [getSecondFactor, 'secondFactor'], POST: [postSecondFactor, 'enableSecondFactor'] },
  },
  {
    path: '/api/me/second-factor/confirmation',
    methods: { POST: [postConfirmation, 'confirmSecondFactor'] },
  },
  {
    path: '/api/me/second-factor/recovery-codes',
    methods: { POST: [postRecoveryCodes, 'renewRecoveryCodes'] },
  },
  { path: '/api/me/second-factor/removal', methods: { POST: [postRemoval, 'disableSecondFactor'] } },
  { path: '/api/users/:id/second-factor', methods: { DELETE: [removeAnothers, 'removeSecondFactor'] } },
]

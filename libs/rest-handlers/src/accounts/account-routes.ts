import type { Route } from '../route.ts'
import { postInvitation, postNewPassword, postPasswordChange, postPasswordReset } from './account-handlers.ts'

export const accountRoutes: readonly Route[] = [
  { path: '/api/users/invitations', methods: { POST: [postInvitation, 'inviteUser'] } },
  { path: '/api/users/password-resets', methods: { POST: [postPasswordReset, 'requestPasswordReset'] } },
  { path: '/api/users/passwords', methods: { POST: [postNewPassword, 'resetPassword'] } },
  { path: '/api/me/password', methods: { POST: [postPasswordChange, 'changePassword'] } },
]

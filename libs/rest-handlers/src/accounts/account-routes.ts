import { created, nothing } from '../answers.ts'
import type { Route } from '../route.ts'
import { userSchema } from '../users/user-schemas.ts'
import { postInvitation, postNewPassword, postPasswordChange, postPasswordReset } from './account-handlers.ts'
import { invitationBody, newPasswordBody, passwordChangeBody, passwordResetBody } from './account-schemas.ts'

export const accountRoutes: readonly Route[] = [
  {
    path: '/api/users/invitations',
    tag: 'Users',
    methods: {
      POST: {
        handler: postInvitation,
        operation: 'inviteUser',
        summary: 'Invite somebody by mail',
        access: 'users:write',
        body: invitationBody,
        answers: [created(userSchema, 'Their account, which has no password yet.')],
      },
    },
  },
  {
    path: '/api/users/password-resets',
    tag: 'Users',
    methods: {
      POST: {
        handler: postPasswordReset,
        operation: 'requestPasswordReset',
        summary: 'Ask for a mail with which to choose a new password',
        access: 'anyone',
        body: passwordResetBody,
        answers: [
          {
            status: 202,
            description: 'A mail is on its way if there is such an account. Nobody learns whether there is.',
            headers: [],
          },
        ],
      },
    },
  },
  {
    path: '/api/users/passwords',
    tag: 'Users',
    methods: {
      POST: {
        handler: postNewPassword,
        operation: 'resetPassword',
        summary: 'Set a password with the token of a mail',
        access: 'anyone',
        body: newPasswordBody,
        answers: [nothing('The password is set; whatever was signed in has ended.')],
      },
    },
  },
  {
    path: '/api/me/password',
    tag: 'Own account',
    methods: {
      POST: {
        handler: postPasswordChange,
        operation: 'changePassword',
        summary: 'Change one’s own password',
        access: 'signed in',
        body: passwordChangeBody,
        answers: [nothing('The password is changed; whatever was signed in has ended.')],
      },
    },
  },
]

import { created, nothing } from '../answers.ts'
import type { Route } from '../route.ts'
import { userSchema } from '../users/user-schemas.ts'
import {
  postEmailConfirmation,
  postInvitation,
  postNewPassword,
  postPasswordChange,
  postPasswordReset,
} from './account-handlers.ts'
import {
  emailConfirmationBody,
  invitationBody,
  newPasswordBody,
  passwordChangeBody,
  passwordResetBody,
} from './account-schemas.ts'

export const accountRoutes: readonly Route[] = [
  {
    path: '/api/users/invitations',
    tag: 'Users',
    methods: {
      POST: {
        handler: postInvitation,
        operation: 'inviteUser',
        summary: 'Invite a person by mail',
        access: 'users:write',
        body: invitationBody,
        shows: 'users:read',
        answers: [created(userSchema, 'The new account, which has no password yet.')],
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
        summary: 'Request a mail to set a new password',
        access: 'anyone',
        body: passwordResetBody,
        answers: [
          {
            status: 202,
            description:
              'If the account exists, the service sends the mail. The response does not show whether the account exists.',
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
        summary: 'Set a password with the token in a mail',
        access: 'anyone',
        body: newPasswordBody,
        answers: [nothing('The password is set, and all sessions of the account have ended.')],
      },
    },
  },
  {
    path: '/api/me/email-confirmation',
    tag: 'Own account',
    methods: {
      POST: {
        handler: postEmailConfirmation,
        operation: 'confirmEmail',
        summary: 'Confirm an email address with the code in a mail',
        access: 'anyone',
        body: emailConfirmationBody,
        answers: [nothing('The address is confirmed.')],
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
        summary: 'Change your own password',
        access: 'signed in',
        body: passwordChangeBody,
        answers: [nothing('The password is changed, and all your sessions have ended.')],
      },
    },
  },
]

import { created, noContent } from '../endpoints/answers.ts'
import { createAreaRoutes, type Route } from '../routing/route.ts'
import { declareEndpoint } from '../endpoints/declare-endpoint.ts'
import { USER } from '../users/present-user.ts'
import { userSchema } from '../users/user-schemas.ts'
import {
  emailConfirmationBody,
  invitationBody,
  newPasswordBody,
  passwordChangeBody,
  passwordResetBody,
} from './account-schemas.ts'

export const accountRoutes: readonly Route[] = [
  ...createAreaRoutes({
    tag: 'Users',
    endpoints: {
      'POST /api/users/invitations': declareEndpoint('inviteUser', {
        summary: 'Invite a person by mail',
        body: invitationBody,
        as: USER,
        location: '/api/users',
        answer: created(userSchema, 'The new account, which has no password yet.'),
      }),
      'POST /api/users/password-resets': declareEndpoint('requestPasswordReset', {
        summary: 'Request a mail to set a new password',
        body: passwordResetBody,
        // C3.8: the response is the same for each address, so that it does not reveal which addresses have an account.
        answer: {
          status: 202,
          description:
            'If the account exists, the service sends the mail. The response does not show whether the account exists.',
          headers: [],
        },
        isSecret: true,
      }),
      'POST /api/users/passwords': declareEndpoint('resetPassword', {
        summary: 'Set a password with the token in a mail',
        body: newPasswordBody,
        answer: noContent('The password is set, and all sessions of the account have ended.'),
        isSecret: true,
      }),
    },
  }),
  ...createAreaRoutes({
    tag: 'Own account',
    endpoints: {
      'POST /api/me/email-confirmation': declareEndpoint('confirmEmail', {
        summary: 'Confirm an email address with the code in a mail',
        body: emailConfirmationBody,
        answer: noContent('The email address is confirmed.'),
        isSecret: true,
      }),
      'POST /api/me/password': declareEndpoint('changePassword', {
        summary: 'Change your own password',
        body: passwordChangeBody,
        answer: noContent('The password is changed, and all your sessions have ended.'),
        isSecret: true,
      }),
    },
  }),
]

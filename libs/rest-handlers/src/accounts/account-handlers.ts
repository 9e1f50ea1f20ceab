import {
  authorizeInvitation,
  authorizeTakingPart,
  changePassword,
  confirmEmail,
  inviteUser,
  requestPasswordReset,
  resetPassword,
  signOutEverywhere,
  newUserRules,
} from '@content-service/domain'
import { receive } from '../body.ts'
import { empty, json, NO_STORE, type RestHandler } from '../http.ts'
import { markShown } from '../written.ts'
import { presentUser, userEtag } from '../users/present-user.ts'
import {
  emailConfirmationBody,
  invitationBody,
  newPasswordBody,
  passwordChangeBody,
  passwordResetBody,
} from './account-schemas.ts'

export const postInvitation: RestHandler = async (request, context) => {
  const body = receive(request, invitationBody, newUserRules)
  authorizeInvitation(context, body.asked().role ?? 'READER')
  const user = await inviteUser(context, body.value())
  const headers = { location: `/api/users/${user.id}`, etag: userEtag(user) }
  return markShown(context, json(201, presentUser(user), headers), 'users:read', user)
}

/** 202 whatever the address: nobody learns who has an account (C3.8). */
export const postPasswordReset: RestHandler = async (request, context) => {
  await requestPasswordReset(context, receive(request, passwordResetBody, newUserRules).value())
  return empty(202, NO_STORE)
}

export const postNewPassword: RestHandler = async (request, context) => {
  await resetPassword(context, receive(request, newPasswordBody).value())
  return empty(204, NO_STORE)
}

export const postEmailConfirmation: RestHandler = async (request, context) => {
  await confirmEmail(context, receive(request, emailConfirmationBody).value())
  return empty(204, NO_STORE)
}

export const postPasswordChange: RestHandler = async (request, context) => {
  authorizeTakingPart(context)
  await changePassword(context, receive(request, passwordChangeBody).value())
  return empty(204, NO_STORE)
}

export const endAllSessions: RestHandler = async (_request, context) => {
  await signOutEverywhere(context)
  return empty(204, NO_STORE)
}

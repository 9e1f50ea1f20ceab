import {
  changePassword,
  confirmEmail,
  inviteUser,
  readWritten,
  requestPasswordReset,
  resetPassword,
  signOutEverywhere,
} from '@content-service/domain'
import { withoutNulls } from '../input-errors.ts'
import { selected } from '../reading/plans.ts'
import { stillThere } from '../reading/still-there.ts'
import type { MutationResolvers } from '../resolver-types.ts'

export const accountMutations = {
  inviteUser: async (_, invitation, context, info) => {
    const { id } = await inviteUser(context, withoutNulls(invitation))
    return stillThere(readWritten(context, 'users', id, selected('User', info)))
  },
  requestPasswordReset: async (_, given, context) => {
    await requestPasswordReset(context, given)
    return true
  },
  resetPassword: async (_, given, context) => {
    await resetPassword(context, given)
    return true
  },
  confirmEmail: async (_, given, context) => {
    await confirmEmail(context, given)
    return true
  },
  changePassword: async (_, given, context) => {
    await changePassword(context, given)
    return true
  },
  signOutEverywhere: async (_, _args, context) => {
    await signOutEverywhere(context)
    return true
  },
} satisfies Partial<MutationResolvers>

import {
  changePassword,
  inviteUser,
  readKnownUser,
  requestPasswordReset,
  resetPassword,
  signOutEverywhere,
  type Invitation,
} from '@content-service/domain'
import { withoutNulls } from '../input-errors.ts'
import { selected } from '../reading/plans.ts'
import type { RootResolvers } from '../resolvers.ts'

export const accountMutations: RootResolvers = {
  inviteUser: async (_, invitation: Invitation, context, info) => {
    const { id } = await inviteUser(context, withoutNulls(invitation))
    return readKnownUser(context, id, selected('User', info))
  },
  requestPasswordReset: (_, given, context) => {
    requestPasswordReset(context, given)
    return true
  },
  resetPassword: async (_, given, context) => {
    await resetPassword(context, given)
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
}

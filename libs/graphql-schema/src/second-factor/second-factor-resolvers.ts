import {
  confirmSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  timestamp,
  userId,
  type Context,
} from '@content-service/domain'
import type { RootResolvers } from '../resolvers.ts'

const secondFactor = async (context: Context) => {
  const { enabledAt, recoveryCodesLeft } = await readSecondFactor(context)
  return { enabled: enabledAt !== null, enabledAt: enabledAt && timestamp(enabledAt), recoveryCodesLeft }
}

export const secondFactorQueries: RootResolvers = {
  secondFactor: (_, _args, context) => secondFactor(context),
}

export const secondFactorMutations: RootResolvers = {
  enableSecondFactor: (_, credentials, context) => enableSecondFactor(context, credentials),
  confirmSecondFactor: (_, { code }, context) => confirmSecondFactor(context, code),
  disableSecondFactor: async (_, credentials, context) => {
    await disableSecondFactor(context, credentials)
    return true
  },
  renewRecoveryCodes: (_, credentials, context) => renewRecoveryCodes(context, credentials),
  removeSecondFactor: async (_, { id }, context) => {
    await removeSecondFactor(context, userId(id))
    return true
  },
}

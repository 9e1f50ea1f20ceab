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
import type { MutationResolvers, QueryResolvers } from '../resolver-types.ts'

const secondFactor = async (context: Context) => {
  const { enabledAt, recoveryCodesLeft } = await readSecondFactor(context)
  return { enabled: enabledAt !== null, enabledAt: enabledAt && timestamp(enabledAt), recoveryCodesLeft }
}

export const secondFactorQueries = {
  secondFactor: (_, _args, context) => secondFactor(context),
} satisfies Partial<QueryResolvers>

export const secondFactorMutations = {
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
} satisfies Partial<MutationResolvers>

import {
  eraseUser,
  exportMyData,
  readDataExport,
  runOnProfile,
  timeOrNull,
  timestamp,
  unconditional,
  userId,
  type ShownExport,
} from '@content-service/domain'
import type { MutationResolvers, QueryResolvers } from '../resolver-types.ts'

const shown = ({ requestedAt, readyAt, expiresAt, ...rest }: ShownExport) => ({
  ...rest,
  requestedAt: timestamp(requestedAt),
  readyAt: timeOrNull(readyAt),
  expiresAt: timeOrNull(expiresAt),
})

export const personalDataQueries = {
  dataExport: async (_, _args, context) => {
    const newest = await readDataExport(context)
    return newest && shown(newest)
  },
} satisfies Partial<QueryResolvers>

export const personalDataMutations = {
  exportMyData: async (_, _args, context) => shown(await exportMyData(context)),
  eraseUser: async (_, { id, password }, context) => {
    const given = { password: () => password ?? undefined, precondition: unconditional }
    await runOnProfile(context, { id: userId(id), permission: 'users:delete' }, () =>
      eraseUser(context, userId(id), given),
    )
    return true
  },
} satisfies Partial<MutationResolvers>

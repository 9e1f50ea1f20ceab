import { endSession, listSessions, sessionId, timestamp, type Session } from '@content-service/domain'
import type { MutationResolvers, QueryResolvers } from '../resolver-types.ts'

const shown = ({ createdAt, lastUsedAt, expiresAt, ...session }: Session) => ({
  ...session,
  createdAt: timestamp(createdAt),
  lastUsedAt: timestamp(lastUsedAt),
  expiresAt: timestamp(expiresAt),
})

export const sessionQueries = {
  sessions: async (_, _args, context) => (await listSessions(context)).map(shown),
} satisfies Partial<QueryResolvers>

export const sessionMutations = {
  endSession: async (_, { id }, context) => {
    await endSession(context, sessionId(id))
    return true
  },
} satisfies Partial<MutationResolvers>

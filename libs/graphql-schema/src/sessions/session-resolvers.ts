import { endSession, listSessions, sessionId, timestamp, type Session } from '@content-service/domain'
import type { RootResolvers } from '../resolvers.ts'

const shown = ({ createdAt, lastUsedAt, expiresAt, ...session }: Session) => ({
  ...session,
  createdAt: timestamp(createdAt),
  lastUsedAt: timestamp(lastUsedAt),
  expiresAt: timestamp(expiresAt),
})

export const sessionQueries: RootResolvers = {
  sessions: async (_, _args, context) => (await listSessions(context)).map(shown),
}

export const sessionMutations: RootResolvers = {
  endSession: async (_, { id }, context) => {
    await endSession(context, sessionId(id))
    return true
  },
}

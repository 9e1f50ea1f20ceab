import { authorize, requireUser } from '../access/access.ts'
import type { StoreContext, Clock } from '../context/context.ts'
import { notFound } from '../rules/errors.ts'
import { parseSessionId, type SessionId } from '../rules/ids.ts'
import { actOnRecord, takeInput } from '../operations/run-operation.ts'
import type { Session } from './session.ts'

/** The caller's own sessions, with the clients that act for the caller. */
export const listSessions = async (context: StoreContext & Clock): Promise<readonly Session[]> => {
  const id = requireUser(context)
  authorize(context, 'users:read', { id })
  const user = await context.stores.users.get(id)
  return user ? context.stores.sessions.list(id, user.tokensValidFrom, context.now()) : []
}

/** Ends one of the caller's own sessions, with its tokens. */
export const endSession = async (context: StoreContext & Clock, session: SessionId | null): Promise<void> => {
  const id = requireUser(context)
  authorize(context, 'users:write', { id })
  const ended = session !== null && (await context.stores.sessions.end(id, session, context.now()))
  if (!ended) throw notFound('session')
}

const declared = { resource: 'sessions', access: 'signed in' } as const

export const sessionOperations = {
  sessions: takeInput(listSessions, declared),
  endSession: actOnRecord(parseSessionId, endSession, declared),
} as const

import { requireCredential } from '../access/access.ts'
import { demand } from '../actions/requirement.ts'
import type { Clock, Context, StoreContext } from '../context/context.ts'
import { actOnRecord, takeInput } from '../operations/run-operation.ts'
import { notFound } from '../rules/errors.ts'
import { parseSessionId, parseUserId, type SessionId, type UserId } from '../rules/ids.ts'
import { authorizeTakeover } from '../users/roles/role-grants.ts'
import { CHANGING, mayReachUser, NOT_STRONGER } from '../users/user-actions.ts'
import type { Session } from './session.ts'

type SessionContext = StoreContext & Clock

/** C19.5: the sessions of a user whom the caller may change. */
export const listUserSessions = async (
  context: SessionContext,
  id: UserId | null,
): Promise<readonly Session[]> => {
  requireCredential(context)
  const user = id === null ? null : await context.stores.users.get(id)
  if (user === null) throw notFound('user')
  demand(context, CHANGING, user)
  return context.stores.sessions.list(user.id, user.tokensValidFrom, context.now())
}

/** The user of a session; null if the caller may not know of the user. */
const findOwner = async (context: SessionContext, session: SessionId) => {
  const id = await context.stores.sessions.findUser(session, context.now())
  const user = id && (await context.stores.users.get(id))
  return user && mayReachUser(context, user) ? user : null
}

/** C12.4, C19.5: ends a session of a user, for callers with every permission of the user. An address also names its user. */
export const endUserSession = async (
  context: SessionContext,
  session: SessionId | null,
  named?: UserId | null,
): Promise<void> => {
  requireCredential(context)
  const user = session && (await findOwner(context, session))
  if (!user || (named !== undefined && named !== user.id)) throw notFound('session')
  demand(context, [...CHANGING, NOT_STRONGER], user)
  authorizeTakeover(context, user)
  if (!(await context.stores.sessions.end(user.id, session, context.now()))) throw notFound('session')
}

const declared = { resource: 'sessions', access: 'users:write' } as const

export const userSessionOperations = {
  userSessions: takeInput(
    (context: Context, { userId }: { readonly userId: string }) =>
      listUserSessions(context, parseUserId(userId)),
    declared,
  ),
  endUserSession: actOnRecord(
    parseSessionId,
    (context: Context, session: SessionId | null) => endUserSession(context, session),
    declared,
  ),
} as const

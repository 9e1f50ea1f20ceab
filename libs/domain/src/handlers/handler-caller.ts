import type { Caller } from '../access/content-policy.ts'
import type { Origin } from '../context/context.ts'
import type { Handler } from '../model/handlers/handler.ts'
import type { ClaimedRun } from './handler-store.ts'

/** The name of a handler in the audit log and in the log. */
export const nameHandler = ({ name }: Pick<Handler, 'name'>): string => `handler:${name}`

/** C16.4: a handler has its permissions, each on all records, and no role. It calls for itself, as an OAuth client does. */
export const createHandlerCaller = (handler: Pick<Handler, 'name' | 'permissions'>): Caller => ({
  id: null,
  client: nameHandler(handler),
  roles: [],
  permissions: handler.permissions,
})

/** The audit log has the writes of a handler under its name, and the event as their request. */
export const createHandlerOrigin = (
  handler: Pick<Handler, 'name'>,
  { event, depth }: Pick<ClaimedRun, 'event' | 'depth'>,
): Origin => ({
  credential: nameHandler(handler),
  address: null,
  requestId: event.id,
  eventDepth: depth + 1,
})

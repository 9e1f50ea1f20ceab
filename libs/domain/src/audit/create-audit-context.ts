import type { Context } from '../context.ts'
import type { AuditContext } from './audit-entry.ts'

/** The audit context of a request. */
export const createAuditContext = (
  { caller, origin, now }: Pick<Context, 'caller' | 'origin' | 'now'>,
  action: string,
): AuditContext => ({
  at: now(),
  actorId: caller.id,
  ...origin,
  action,
})

import type { Context } from '../context.ts'
import type { Act } from './audit-entry.ts'

/** An act of the caller of a request. */
export const actOf = (
  { caller, origin, now }: Pick<Context, 'caller' | 'origin' | 'now'>,
  action: string,
): Act => ({
  at: now(),
  actorId: caller.id,
  ...origin,
  action,
})

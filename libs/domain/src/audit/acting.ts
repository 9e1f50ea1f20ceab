import type { Context } from '../context.ts'
import { ContentError, type ErrorCode } from '../errors.ts'
import type { Act } from './audit-entry.ts'
import { OPERATIONS, type OperationName } from './operations.ts'

const actOf = ({ caller, origin, now }: Pick<Context, 'caller' | 'origin' | 'now'>, action: string): Act => ({
  at: now(),
  actorId: caller.id,
  ...origin,
  action,
})

/** The context of one operation: what its stores write is entered in the audit log under this name. */
export const acting = (context: Context, action: OperationName): Context => ({
  ...context,
  stores: context.stores.recording(actOf(context, action)),
})

const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'INVALID_TOKEN',
  'RATE_LIMITED',
])

/** Enters a refusal in the audit log (C7.10); any other error is none of its business. */
export const noteRefusal = async (
  context: Context,
  error: unknown,
  { action, id }: { readonly action: OperationName; readonly id?: string | undefined },
): Promise<void> => {
  if (!(error instanceof ContentError) || !REFUSALS.has(error.code)) return
  const { audit } = context.stores.recording(actOf(context, action))
  await audit.refused({ resource: OPERATIONS[action], resourceId: id ?? null })
}

/** Runs an operation under its name: its writes and its refusal are in the audit log. */
export const performed = async <Result>(
  context: Context,
  what: { readonly action: OperationName; readonly id?: string | undefined },
  operation: (context: Context) => Result | Promise<Result>,
): Promise<Result> => {
  try {
    return await operation(acting(context, what.action))
  } catch (error) {
    await noteRefusal(context, error, what)
    throw error
  }
}

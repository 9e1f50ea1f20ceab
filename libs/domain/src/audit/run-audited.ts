import type { Context } from '../context.ts'
import { createAuditContext } from './create-audit-context.ts'
import type { OperationName } from '../operations/operation.ts'
import { noteRefusal } from './audit-refusals.ts'

/** The context of one operation: the audit log has an entry under this name for each write of its stores. */
export const withAudit = (context: Context, action: OperationName): Context => ({
  ...context,
  stores: context.stores.withAuditContext(createAuditContext(context, action)),
})

/** Runs an operation under its name: its writes and its refusal are in the audit log. */
export const runAudited = async <Result>(
  context: Context,
  what: { readonly action: OperationName; readonly id?: string | undefined },
  operation: (context: Context) => Result | Promise<Result>,
): Promise<Result> => {
  try {
    return await operation(withAudit(context, what.action))
  } catch (error) {
    await noteRefusal(context, error, what)
    throw error
  }
}

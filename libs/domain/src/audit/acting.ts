import type { Context } from '../context.ts'
import { actOf } from './act-of.ts'
import type { OperationName } from '../operations/operation.ts'
import { noteRefusal } from './enter-refusals.ts'

/** The context of one operation: what its stores write is entered in the audit log under this name. */
export const acting = (context: Context, action: OperationName): Context => ({
  ...context,
  stores: context.stores.recording(actOf(context, action)),
})

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

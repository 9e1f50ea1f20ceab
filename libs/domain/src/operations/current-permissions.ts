import { mayOnAll, type PolicyContext } from '../access/access.ts'
import { takeInput, type RunOperation } from './run-operation.ts'

/**
 * The permissions that the caller has on all records, within the scopes of the credential: filters by masked fields, the audit log
 * and other pages need one of them.
 */
export const listCurrentPermissions = (context: PolicyContext): readonly string[] =>
  context.policy.permissions.filter((permission) => mayOnAll(context, permission)).toSorted()

export const currentPermissions: RunOperation<unknown, readonly string[]> = {
  ...takeInput(async (context) => listCurrentPermissions(context), {
    resource: 'credentials',
    access: 'anyone',
  }),
  isReplicaSafe: true,
}

import type { Caller } from '../access/content-policy.ts'
import { nameCaller } from '../access/caller.ts'
import type { ServiceOperation } from '../model/service-operations/service-operation.ts'

/** The name of an operation that calls for itself. */
const nameOperation = ({ name }: ServiceOperation): string => `operation:${name}`

/**
 * C16.5: the caller within an operation: with the permissions of the operation, each on all records, which the scopes of a
 * credential do not take away. For a guest, an operation with permissions calls for itself, as an OAuth client does.
 */
export const createOperationCaller = (caller: Caller, operation: ServiceOperation): Caller => {
  const { permissions } = operation
  if (permissions.length === 0) return caller
  const { restrictedTo } = caller
  return {
    ...caller,
    ...(nameCaller(caller) === null && { client: nameOperation(operation) }),
    permissions: [...new Set([...(caller.permissions ?? []), ...permissions])],
    ...(restrictedTo && { restrictedTo: [...new Set([...restrictedTo, ...permissions])] }),
  }
}

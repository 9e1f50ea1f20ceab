import {
  authorizeOnAny,
  mayOnAny,
  requireCredential,
  requireUser,
  type PolicyContext,
} from '../access/access.ts'
import type { Permission } from '../access/content-policy.ts'
import { CREDENTIAL, USER, type Requirement } from '../actions/requirement.ts'
import type { RecordType } from '../model/types/record-type.ts'

type Written = Pick<RecordType, 'custom'>

/**
 * Refuses a caller without a credential, and one with none of the permissions on any record. C4.2: only users write some types of
 * the service. For these types, the record decides about all other refusals.
 * @throws UNAUTHENTICATED; FORBIDDEN with the first permission.
 */
export const authorizeAny = (
  context: PolicyContext,
  { custom }: Written,
  permission: Permission,
  others: readonly Permission[] = [],
): void => {
  if (custom?.isForUsers) return void requireUser(context)
  requireCredential(context)
  if (!others.some((other) => mayOnAny(context, other))) authorizeOnAny(context, permission)
}

/** The first requirement of an action on a record. */
export const needsWriter = ({ custom }: Written): Requirement<unknown> =>
  custom?.isForUsers ? USER : CREDENTIAL

import {
  createRefusal,
  credentialRequired,
  createUserRefusal,
  isAnonymous,
  may,
  type PolicyContext,
} from '../access/access.ts'
import type { Permission } from '../access/content-policy.ts'
import { recordNotFound, type ContentError } from '../rules/errors.ts'

/** When an action on a record is possible. */
export interface Rule<R> {
  readonly holds: (context: PolicyContext, record: R) => boolean
}

/** A rule that an operation checks, with the refusal of a caller for whom it does not hold. */
export interface Requirement<R> extends Rule<R> {
  readonly refuse: (context: PolicyContext, record: R) => ContentError
}

/** Whether all rules hold. */
export const meets = <R>(context: PolicyContext, rules: readonly Rule<R>[], record: R): boolean =>
  rules.every(({ holds }) => holds(context, record))

/** @throws the refusal of the first requirement that does not hold. */
export const demand = <R>(
  context: PolicyContext,
  requirements: readonly Requirement<R>[],
  record: R,
): void => {
  for (const { holds, refuse } of requirements) if (!holds(context, record)) throw refuse(context, record)
}

/** C7.8: the first requirement of every action. The credential of a client is one, too. */
export const CREDENTIAL: Requirement<unknown> = {
  holds: (context) => !isAnonymous(context),
  refuse: credentialRequired,
}

/** For actions that belong to an account. */
export const USER: Requirement<unknown> = {
  holds: ({ caller }) => caller.id !== null,
  refuse: createUserRefusal,
}

/** The caller has the permission on the record. */
export const needs = (permission: Permission): Requirement<object> => ({
  holds: (context, record) => may(context, permission, record),
  refuse: (context) => createRefusal(context, permission),
})

/** C7.8: a record that the caller may not read does not exist for the caller. */
export const hideWithout = (
  permission: Permission,
  named: Parameters<typeof recordNotFound>[0],
): Requirement<object> => ({
  holds: (context, record) => may(context, permission, record),
  refuse: () => recordNotFound(named),
})

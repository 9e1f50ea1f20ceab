import type { Scalar } from '../conditions/condition.ts'

/**
 * The user or program that makes a request. Add your own attributes, so that conditions can refer to them (`s.teamId`).
 * Roles and ids are different namespaces: an `id` never counts as a role.
 */
export interface Subject {
  /** Null if nobody is signed in. A subject without an id can still have roles, for example `['GUEST']`. */
  readonly id: Scalar | null
  readonly roles: readonly string[]
  /** Permissions in addition to the roles, without conditions, each with its full name (`articles:delete`). */
  readonly permissions?: readonly string[]
  /**
   * If present, the policy denies every permission that is not in this list, whatever the roles are. See `restrict`.
   */
  readonly restrictedTo?: readonly string[]
}

import type { Scalar } from './condition.ts'

/**
 * Who asks. Add attributes of your own for conditions to refer to (`s.teamId`).
 * Roles and users are different namespaces: an `id` never counts as a role.
 */
export interface Subject {
  /** Null: nobody is signed in. Such a subject may still have roles, say `['GUEST']`. */
  readonly id: Scalar | null
  readonly roles: readonly string[]
  /** Granted on top of the roles, without condition, each by its exact name (`articles:delete`). */
  readonly permissions?: readonly string[]
  /** If given, nothing outside these exact permissions is allowed, whatever the roles say: see `restrict`. */
  readonly restrictedTo?: readonly string[]
}

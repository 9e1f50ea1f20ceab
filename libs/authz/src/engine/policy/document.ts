import type { Condition } from '../conditions/condition.ts'

/**
 * A rule as data. `omit` and `mask` name fields of the resource that an allowed caller does not see, or sees only
 * masked. With `fields`, an allow rule allows no other fields, and a deny rule denies only these fields.
 */
export interface RuleDocument {
  readonly effect: 'allow' | 'deny'
  /** `articles:read`, `articles:*`, `*:read` or `*`. */
  readonly permissions: readonly string[]
  readonly when?: Condition
  /** A condition on the row after a change. The default is `when`. */
  readonly after?: Condition
  readonly omit?: readonly string[]
  readonly mask?: readonly string[]
  readonly fields?: readonly string[]
  /** Why the rule exists, in 1 to 500 characters, for a person who reads a decision: `An author edits own drafts.` */
  readonly reason?: string
}

export interface RoleDocument {
  readonly inherits?: readonly string[]
  readonly rules: readonly RuleDocument[]
}

/** A policy as data. The builder creates it, and a JSON policy has the same form. */
export interface PolicyDocument {
  /** Each resource with its actions. */
  readonly resources: Readonly<Record<string, readonly string[]>>
  /** Each role with its rules. Every subject has the rules of the role `*`. */
  readonly roles: Readonly<Record<string, RoleDocument>>
  /** For each resource: the roles that a subject has on those rows for which the condition holds. */
  readonly roleOn?: Readonly<Record<string, Readonly<Record<string, Condition>>>>
  /** The permissions that show all fields to a subject that has them directly. */
  readonly grantsShowAllFields?: readonly string[]
}

export const listPermissions = ({ resources }: PolicyDocument): string[] =>
  Object.entries(Object(resources) as typeof resources).flatMap(([resource, actions]) =>
    [actions].flat().map((action) => `${resource}:${String(action)}`),
  )

export const parseResource = (permission: string): string => permission.slice(0, permission.indexOf(':'))

/** The names with which a rule can grant a permission: `articles:read`, `articles:*`, `*:read` and `*`. */
export const listNames = (permission: string): string[] => {
  const resource = parseResource(permission)
  return [permission, `${resource}:*`, `*${permission.slice(resource.length)}`, '*']
}

import type { Condition } from './condition.ts'

/**
 * A rule as data. `omit` and `mask` name fields of the resource that an allowed caller does not see, or sees only
 * masked.
 */
export interface RuleDocument {
  readonly effect: 'allow' | 'deny'
  /** `articles:read`, `articles:*` or `*`. */
  readonly permissions: readonly string[]
  readonly when?: Condition
  readonly omit?: readonly string[]
  readonly mask?: readonly string[]
}

export interface RoleDocument {
  readonly inherits?: readonly string[]
  readonly rules: readonly RuleDocument[]
}

/** A policy as data. The builder creates it, and a JSON policy has the same form. */
export interface PolicyDocument {
  /** Each resource with its actions. */
  readonly resources: Readonly<Record<string, readonly string[]>>
  readonly roles: Readonly<Record<string, RoleDocument>>
  /** The permissions that show all fields to a subject that has them directly. */
  readonly grantsShowAllFields?: readonly string[]
}

export const permissionsIn = ({ resources }: PolicyDocument): string[] =>
  Object.entries(Object(resources) as typeof resources).flatMap(([resource, actions]) =>
    [actions].flat().map((action) => `${resource}:${String(action)}`),
  )

export const resourceOf = (permission: string): string => permission.slice(0, permission.indexOf(':'))

/** The names with which a rule can grant a permission: `articles:read`, `articles:*` and `*`. */
export const namesFor = (permission: string): string[] => [permission, `${resourceOf(permission)}:*`, '*']

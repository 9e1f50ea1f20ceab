import type { Condition } from './condition.ts'

/** A rule as data. `omit` and `mask` name fields of the resource that an allowed caller must not see (in full). */
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

/** A whole policy as data: what the builder makes, and what a JSON policy is. */
export interface PolicyDocument {
  /** Each resource with its actions. */
  readonly resources: Readonly<Record<string, readonly string[]>>
  /** The attributes that conditions and field rules may name; a resource left out is not checked. */
  readonly attributes?: Readonly<Record<string, readonly string[]>>
  readonly roles: Readonly<Record<string, RoleDocument>>
}

/** Every permission that the document knows, by the names that stand for it: itself, `articles:*` and `*`. */
export function permissionNames(document: PolicyDocument): Map<string, readonly string[]> {
  const names = new Map<string, readonly string[]>()
  const all = Object.entries(document.resources).flatMap(([resource, actions]) => {
    const permissions = actions.map((action) => `${resource}:${action}`)
    for (const permission of permissions) names.set(permission, [permission])
    return names.set(`${resource}:*`, permissions) && permissions
  })
  return names.set('*', all)
}

import { type PolicyDocument, listNames, listPermissions } from '../engine/policy/document.ts'
import { type PlacedRule, placeRules } from '../engine/roles/hierarchy.ts'
import { walkRoles } from '../engine/roles/role-walk.ts'

/** A permission with the names with which a rule can grant it. */
export interface NamedPermission {
  readonly permission: string
  readonly names: ReadonlySet<string>
}

/** The parts of a policy, each listed once. A policy has up to a million pairs of a role and an inherited role. */
export interface PolicyIndex {
  readonly document: PolicyDocument
  readonly permissions: readonly NamedPermission[]
  /** A role and all roles that it inherits, with the role itself first. */
  readonly lineage: (role: string) => readonly string[]
  /** The rules of a role without inherited rules. */
  readonly own: (role: string) => readonly PlacedRule[]
}

export function indexPolicy(document: PolicyDocument): PolicyIndex {
  const lineages = new Map<string, readonly string[]>()
  const rules = new Map<string, readonly PlacedRule[]>()
  walkRoles(document.roles, Object.keys(document.roles), {
    enter: (role) => rules.set(role, placeRules(document, role)),
    leave: (role, parents) => {
      const lineage = [role, ...parents.flatMap((parent) => lineages.get(parent) ?? [])]
      // Only two parents can have a role in common.
      lineages.set(role, parents.length > 1 ? [...new Set(lineage)] : lineage)
    },
  })
  return {
    document,
    permissions: listPermissions(document).map((permission) => ({
      permission,
      names: new Set(listNames(permission)),
    })),
    lineage: (role) => lineages.get(role) ?? [],
    own: (role) => rules.get(role) ?? [],
  }
}

/** Whether a rule names a permission. */
export function isAboutNamed({ permissions }: PlacedRule, { names }: NamedPermission): boolean {
  for (const name of permissions) if (names.has(name)) return true
  return false
}

import { type PolicyDocument, type RuleDocument, listNames } from './document.ts'

/** A rule with its role and its path in the document. */
export interface PlacedRule extends RuleDocument {
  readonly role: string
  readonly path: string
}

/** A role and all roles that it inherits, with the role itself first. For an unknown role, the list is empty. */
export function listLineage({ roles }: Pick<PolicyDocument, 'roles'>, role: string): readonly string[] {
  const seen = new Set<string>()
  const visit = (name: string): void => {
    // `hasOwn` takes ["ADMIN"] for the name of the role ADMIN.
    if (typeof name !== 'string' || !Object.hasOwn(roles, name) || seen.has(name)) return
    seen.add(name)
    roles[name]?.inherits?.forEach(visit)
  }
  visit(role)
  return [...seen]
}

/** The rules of a role, including inherited rules. */
export const listRules = (document: PolicyDocument, role: string): readonly PlacedRule[] =>
  listLineage(document, role).flatMap((name) =>
    (document.roles[name]?.rules ?? []).map((rule, i) => ({
      ...rule,
      role: name,
      path: `roles.${name}.rules[${i}]`,
    })),
  )

/** Whether a rule names a permission, with its full name or a wildcard. */
export const isAbout = (rule: Pick<RuleDocument, 'permissions'>, permission: string): boolean =>
  listNames(permission).some((name) => rule.permissions.includes(name))

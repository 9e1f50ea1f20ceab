import { type PolicyDocument, type RuleDocument, listNames } from '../policy/document.ts'
import { walkRoles } from './role-walk.ts'

/** A rule with its role and its path in the document. */
export interface PlacedRule extends RuleDocument {
  readonly role: string
  readonly path: string
}

/** A role and all roles that it inherits, with the role itself first. For an unknown role, the list is empty. */
export function listLineage({ roles }: Pick<PolicyDocument, 'roles'>, role: string): readonly string[] {
  const lineage: string[] = []
  walkRoles(roles, [role], { enter: (name) => lineage.push(name) })
  return lineage
}

/** The rules of a role without inherited rules. */
export const placeRules = ({ roles }: PolicyDocument, role: string): readonly PlacedRule[] =>
  (roles[role]?.rules ?? []).map((rule, i) => ({ ...rule, role, path: `roles.${role}.rules[${i}]` }))

/** The rules of a role, including inherited rules. */
export const listRules = (document: PolicyDocument, role: string): readonly PlacedRule[] =>
  listLineage(document, role).flatMap((name) => placeRules(document, name))

/** Whether a rule names a permission, with its full name or a wildcard. */
export const isAbout = (rule: Pick<RuleDocument, 'permissions'>, permission: string): boolean =>
  listNames(permission).some((name) => rule.permissions.includes(name))

import { type PolicyDocument, type RuleDocument, namesFor } from './document.ts'

/** A rule with the role it is written for and its place in the document. */
export interface PlacedRule extends RuleDocument {
  readonly role: string
  readonly path: string
}

/** A role and all it inherits from, itself first. Unknown roles have no lineage. */
export function lineageOf({ roles }: PolicyDocument, role: string): readonly string[] {
  const documents = new Map(Object.entries(roles))
  const seen = new Set<string>()
  const visit = (name: string) => {
    const document = documents.get(name)
    if (!document || seen.has(name)) return
    seen.add(name)
    document.inherits?.forEach(visit)
  }
  visit(role)
  return [...seen]
}

/** The rules of a role, those it inherits included. */
export const rulesFor = (document: PolicyDocument, role: string): readonly PlacedRule[] =>
  lineageOf(document, role).flatMap((name) =>
    (document.roles[name]?.rules ?? []).map((rule, i) => ({
      ...rule,
      role: name,
      path: `roles.${name}.rules[${i}]`,
    })),
  )

/** Whether a rule is about a permission, by its name or by a wildcard. */
export const isAbout = (rule: RuleDocument, permission: string): boolean =>
  namesFor(permission).some((name) => rule.permissions.includes(name))

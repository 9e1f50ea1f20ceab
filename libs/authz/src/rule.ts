import { type Condition, always } from './condition.ts'
import { type PolicyDocument, type RuleDocument, namesFor } from './document.ts'
import { isAbout } from './hierarchy.ts'

/** The part of an allow rule that tells on which rows it shows which fields. */
export interface FieldRestriction {
  readonly when: Condition
  readonly omit: readonly string[]
  readonly mask: readonly string[]
}

/** A rule with its role and its place in the document: `roles.AUTHOR.rules[0]`. */
export interface Rule extends Required<RuleDocument> {
  readonly role: string
  readonly path: string
}

/** Whether the rule has a condition. A rule with a condition needs a resource. */
export const isConditional = (rule: Rule): boolean => rule.when !== always

type FieldsOf = (rule: Pick<RuleDocument, 'omit' | 'mask'>) => readonly string[]

/** The fields that all of these rules omit, and the other fields that all of them omit or mask. */
export function restrictionOf(rules: readonly Pick<RuleDocument, 'omit' | 'mask'>[]): FieldRestriction {
  const inAll = (fieldsOf: FieldsOf) =>
    [...new Set(rules.slice(0, 1).flatMap(fieldsOf))].filter((field) =>
      rules.every((rule) => fieldsOf(rule).includes(field)),
    )
  const omit = inAll((rule) => rule.omit ?? [])
  const hidden = inAll((rule) => [...(rule.omit ?? []), ...(rule.mask ?? [])])
  return { when: always, omit, mask: hidden.filter((field) => !omit.includes(field)) }
}

/** The fields that a subject with a direct permission does not see: those that all rules of the permission restrict. */
export function restrictionOfGrant(
  { roles, grantsShowAllFields = [] }: PolicyDocument,
  permission: string,
): FieldRestriction {
  const showsAll = namesFor(permission).some((name) => grantsShowAllFields.includes(name))
  const rules = showsAll ? [] : Object.values(roles).flatMap((role) => role.rules)
  return restrictionOf(rules.filter((rule) => rule.effect === 'allow' && isAbout(rule, permission)))
}

import { type Condition, always } from '../conditions/condition.ts'
import { isAbout } from '../roles/hierarchy.ts'
import { type PolicyDocument, type RuleDocument, listNames } from './document.ts'

/** The part of an allow rule that tells on which rows it shows which fields. */
export interface FieldRestriction {
  readonly when: Condition
  readonly omit: readonly string[]
  readonly mask: readonly string[]
  readonly fields?: readonly string[] | undefined
}

/** A rule with its role and its place in the document: `roles.AUTHOR.rules[0]`. */
export interface Rule extends Required<Omit<RuleDocument, 'after' | 'fields' | 'reason'>> {
  readonly after?: Condition | undefined
  readonly fields?: readonly string[] | undefined
  readonly reason?: string | undefined
  readonly role: string
  readonly path: string
}

/** Whether the rule has a condition. A rule with a condition needs a resource. */
export const isConditional = (rule: Rule): boolean => rule.when !== always

interface FieldLists extends Pick<RuleDocument, 'omit' | 'mask'> {
  readonly fields?: readonly string[] | undefined
}

/** Whether the rule shows the field neither in full nor masked. */
export const omits = ({ omit = [], mask = [], fields }: FieldLists, field: string): boolean =>
  omit.includes(field) || (!!fields && !fields.includes(field) && !mask.includes(field))

/** Most lists are empty. To read a length takes less time than to search. */
const includes = (names: readonly string[] | undefined, field: string): boolean =>
  names !== undefined && names.length > 0 && names.includes(field)

/** Whether the rule shows the field in full. */
export const showsField = ({ omit, mask, fields }: FieldLists, field: string): boolean =>
  !includes(omit, field) && !includes(mask, field) && (!fields || fields.includes(field))

export const listFields = (rules: readonly FieldLists[]): ReadonlySet<string> =>
  new Set(rules.flatMap(({ omit = [], mask = [], fields = [] }) => [...omit, ...mask, ...fields]))

/**
 * The fields that the best of these rules shows. `fields` is absent if one of the rules shows each field that it does not
 * name. The fields in `denied` are omitted.
 */
export function joinRestrictions(
  rules: readonly FieldLists[],
  denied: readonly string[] = [],
): FieldRestriction {
  const names = [...listFields([{ omit: denied }, ...rules])]
  const isOmitted = (name: string) =>
    denied.includes(name) || (rules.length > 0 && rules.every((rule) => omits(rule, name)))
  const shown = names.filter((name) => !isOmitted(name))
  const mask = shown.filter((name) => rules.length && !rules.some((rule) => showsField(rule, name)))
  return rules.length && rules.every(({ fields }) => fields)
    ? { when: always, omit: [], mask, fields: shown }
    : { when: always, omit: names.filter(isOmitted), mask }
}

/** The fields that a subject with a direct permission does not see: those that all rules of the permission restrict. */
export function restrictionOfGrant(
  { roles, grantsShowAllFields = [] }: PolicyDocument,
  permission: string,
): FieldRestriction {
  const showsAll = listNames(permission).some((name) => grantsShowAllFields.includes(name))
  const rules = showsAll ? [] : Object.values(roles).flatMap((role) => role.rules)
  return joinRestrictions(rules.filter((rule) => rule.effect === 'allow' && isAbout(rule, permission)))
}

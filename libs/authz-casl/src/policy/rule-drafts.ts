import type { Condition } from '@content-service/authz'
import { all, any, negate } from '../rules/query.ts'
import type { CaslRule, TranslatedRule } from '../rules/rules.ts'

/** A rule of a policy before it has its permissions. */
export interface RuleDraft {
  readonly effect: 'allow' | 'deny'
  readonly when: Condition
  readonly rule: CaslRule
  /** The rules whose conditions are exceptions in `when`. */
  readonly exceptions: readonly CaslRule[]
  /** All fields if it is absent. */
  readonly fields?: readonly string[] | undefined
}

/** A rule with the names of its fields; undefined for all fields. */
export interface NamedRule extends TranslatedRule {
  readonly fields: readonly string[] | undefined
}

const allows = ({ rule }: NamedRule): boolean => !rule.inverted
const covers = (rule: NamedRule, field: string): boolean => rule.fields?.includes(field) ?? true
const listRules = (rules: readonly NamedRule[]): readonly CaslRule[] => rules.map(({ rule }) => rule)

/**
 * The rules of a policy that decides as these rules do. The first of them decides first. In a policy, a deny rule wins, so that
 * it has the conditions of the `can` rules that decide before it as exceptions.
 */
export const draftRules = (rules: readonly NamedRule[]): readonly RuleDraft[] =>
  rules.flatMap((rule, place) => {
    const earlier = rules.slice(0, place)
    if (allows(rule)) return [draftAllow(rule, earlier)]
    return rule.fields ? draftFields(rule, earlier, rule.fields) : [draftDeny(rule, earlier.filter(allows))]
  })

/**
 * A `can` with fields, which decides before a `cannot`, gives back these fields alone: so the rule does not show the other fields
 * of the rows of the `cannot`.
 */
function draftAllow({ rule, when, fields }: NamedRule, earlier: readonly NamedRule[]): RuleDraft {
  const forbidden = earlier.filter(
    (other, place) =>
      !allows(other) && !other.fields && earlier.slice(0, place).some((each) => allows(each) && each.fields),
  )
  const exceptions = listRules(forbidden)
  const isFree = forbidden.map((each) => negate(each.when))
  return { effect: 'allow', rule, when: all([when, ...isFree]), exceptions, fields }
}

function draftDeny(
  { rule, when }: NamedRule,
  allowed: readonly NamedRule[],
  fields?: readonly string[],
): RuleDraft {
  const isAllowed = any(allowed.map((each) => each.when))
  return {
    effect: 'deny',
    rule,
    when: all([when, negate(isAllowed)]),
    exceptions: listRules(allowed),
    fields,
  }
}

/** One rule for the fields that have the same exceptions. */
function draftFields(
  rule: NamedRule,
  earlier: readonly NamedRule[],
  fields: readonly string[],
): readonly RuleDraft[] {
  const groups = new Map<string, { exceptions: readonly NamedRule[]; fields: string[] }>()
  for (const field of fields) {
    const exceptions = earlier.filter((other) => allows(other) && covers(other, field))
    const key = exceptions.map((other) => earlier.indexOf(other)).join()
    const group = groups.get(key) ?? { exceptions, fields: [] }
    group.fields.push(field)
    groups.set(key, group)
  }
  return [...groups.values()].map((group) => draftDeny(rule, group.exceptions, group.fields))
}

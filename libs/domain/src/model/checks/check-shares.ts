import { analyze } from '@content-service/authz/analyze'
import { findConditionProblems, listComparisons } from '../../access/condition-problems.ts'
import type { ContentPolicy } from '../../access/content-policy.ts'
import type { DeclaredResource } from '../../access/rights.ts'
import { adviseName } from '../../rules/similar-name.ts'
import { ModelError } from './model-error.ts'

type RuleOfPolicy = ContentPolicy['document']['roles'][string]['rules'][number]

/** The attributes that a condition compares and that are no facts of the resource. */
const findUnknown = ({ when }: RuleOfPolicy, facts: object): readonly string[] => {
  const compared = when ? listComparisons(when) : []
  const names = compared.flatMap((part) => [part.attribute ?? '', 'by' in part ? (part.by ?? '') : ''])
  return names.filter((name) => name !== '' && !Object.hasOwn(facts, name))
}

/** The problems of the conditions that a type declares for one role. */
const findRuleProblems = (
  rule: RuleOfPolicy,
  { name, facts }: DeclaredResource,
  label: string,
): readonly string[] => {
  const unknown = findUnknown(rule, facts)
  if (unknown.length > 0)
    return unknown.map(
      (attribute) =>
        `${label}: a right cannot compare ${attribute}, but only owner and states; ${adviseName(attribute, Object.keys(facts))}`,
    )
  return findConditionProblems({ [name]: facts }, rule, label).map(({ message }) => `${label}: ${message}`)
}

/**
 * C14.3: the conditions of shares compare facts of their records with values that occur, and each allows something to
 * somebody. @throws ModelError.
 */
export const checkShares = (policy: ContentPolicy, resources: readonly DeclaredResource[]): void => {
  const never = new Map(
    analyze(policy).flatMap(({ kind, path, message }) => (kind === 'unreachable' ? [[path, message]] : [])),
  )
  const problems = Object.entries(policy.document.roles).flatMap(([role, { rules }]) =>
    rules.flatMap((rule, place) => {
      const permission = rule.permissions[0] ?? ''
      const resource = resources.find(({ name }) => permission.startsWith(`${name}:`))
      if (resource === undefined || rule.when === undefined) return []
      const label = `${permission} for ${role}`
      const message = never.get(`roles.${role}.rules[${place}]`)
      return [
        ...findRuleProblems(rule, resource, label),
        ...(message === undefined ? [] : [`${label}: ${message}`]),
      ]
    }),
  )
  if (problems.length > 0) throw new ModelError(problems)
}

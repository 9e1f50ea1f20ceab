import type { Comparison, Condition, Followed, Nested, RuleDocument } from '@content-service/authz'
import type { Fact } from './rights.ts'

/** A problem of a policy: its place, and the change that it needs. */
export interface PolicyProblem {
  readonly path: string
  readonly message: string
}

/** The facts of each resource. */
export type FactsOfResources = Readonly<Record<string, Readonly<Record<string, Fact>>>>

/** The comparisons with attributes of a resource, and the conditions on its related objects. */
export const listComparisons = (condition: Condition): readonly (Comparison | Followed | Nested)[] => {
  if (condition.op === 'not') return listComparisons(condition.condition)
  if (condition.op === 'subject') return []
  return 'conditions' in condition ? condition.conditions.flatMap(listComparisons) : [condition]
}

const describeFact = (fact: Fact): string =>
  fact === 'user'
    ? 'must be the id of a user, or {"subject": "id"} for the caller'
    : `must be one of ${fact.join(', ')}`

const fits = (fact: Fact, value: unknown): boolean =>
  fact === 'user'
    ? Number.isInteger(value) || (value as { subject?: unknown }).subject === 'id'
    : fact.some((state) => state === value)

/** The facts of a resource. The permission `*` has no resource and no facts. */
const findFacts = (facts: FactsOfResources, permission: string): Readonly<Record<string, Fact>> =>
  facts[permission.split(':')[0] ?? ''] ?? {}

/** A condition must compare with a value that can occur: a condition with a misspelt state would never hold. */
export const findConditionProblems = (
  facts: FactsOfResources,
  { permissions, when }: Pick<RuleDocument, 'permissions' | 'when'>,
  path: string,
): readonly PolicyProblem[] => {
  const known = new Map(permissions.flatMap((permission) => Object.entries(findFacts(facts, permission))))
  return (when ? listComparisons(when) : []).flatMap((part) => {
    if ('condition' in part || part.op === 'may')
      return [
        { path: `${path}.when`, message: `no resource has related objects; remove "${part.attribute}"` },
      ]
    const { op, attribute, value } = part
    const fact = op === 'isNull' ? undefined : known.get(attribute)
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (fact === undefined || values.every((each) => fits(fact, each))) return []
    return [{ path: `${path}.when`, message: `the value to compare with ${attribute} ${describeFact(fact)}` }]
  })
}

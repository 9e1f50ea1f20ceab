import type { Name } from './names.ts'
import type { RuleInSource } from './rule-in-source.ts'
import { areExclusive } from './scopes.ts'
import type { TypeScript } from './typescript.ts'

export interface Note {
  readonly rule: RuleInSource
  readonly message: string
}

type Names = readonly Name[] | null

/** `Action.Read` can be the action `read`. */
const isSame = (one: Name, other: Name): boolean => one.text.toLowerCase() === other.text.toLowerCase()
const isAny = ({ text }: Name, any: string | null): boolean => text.toLowerCase() === any

/** Names that the source does not show can be any. */
const share = (some: Names, others: Names, all: string | null): boolean =>
  some === null ||
  others === null ||
  some.some((name) => isAny(name, all) || others.some((other) => isSame(name, other))) ||
  others.some((name) => isAny(name, all))

const overlap = (one: RuleInSource, other: RuleInSource): boolean =>
  share(one.actions, other.actions, 'manage') &&
  share(one.subjects, other.subjects, 'all') &&
  share(one.fields, other.fields, null)

const LATER_CAN =
  'gives back what it takes, because the last rule that matches decides. Keep the order. In a policy, a deny rule wins: write the condition of this rule as an exception into the deny rule'
const LATER_CANNOT =
  'takes from it, because the last rule that matches decides. Keep the order. A policy decides the same in each order'

/** Finds the rules whose place counts: a `can` after a `cannot` for the same things, or a `cannot` after a `can`. */
export function findOrdered(
  typescript: TypeScript,
  rules: readonly RuleInSource[],
  lineOf: (rule: RuleInSource) => number,
): readonly Note[] {
  return rules.flatMap((rule, place): readonly Note[] => {
    const earlier = rules
      .slice(0, place)
      .filter(
        (other) =>
          other.owner === rule.owner &&
          other.effect !== rule.effect &&
          overlap(other, rule) &&
          !areExclusive(typescript, other.node, rule.node),
      )
    if (earlier.length === 0) return []
    const numbers = [...new Set(earlier.map(lineOf))]
    const lines = `${numbers.length === 1 ? 'line' : 'lines'} ${numbers.join(', ')}`
    const [before, why] = rule.effect === 'can' ? ['cannot', LATER_CAN] : ['can', LATER_CANNOT]
    return [{ rule, message: `this ${rule.effect} follows the ${before} of ${lines} and ${why}` }]
  })
}

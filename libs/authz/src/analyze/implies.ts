import { type Condition, always, or } from '../condition.ts'
import type { PlacedRule } from '../hierarchy.ts'
import { keyOf, simplify } from '../simplify.ts'

/** The simplified condition of a rule. */
export const conditionOf = (rule: PlacedRule): Condition => simplify(rule.when ?? always)

/** Replaces `in` with an `or` of `eq` comparisons. */
const spelledOut = (condition: Condition): Condition =>
  condition.op === 'in' && Array.isArray(condition.value)
    ? or(...condition.value.map((value): Condition => ({ ...condition, op: 'eq', value })))
    : condition

/**
 * Whether `weak` is true wherever `strong` is true. It compares forms only, so false can be wrong, but true is right.
 */
export function implies(strong: Condition, weak: Condition): boolean {
  if (keyOf(strong) === keyOf(weak)) return true
  const [whole, part] = [spelledOut(strong), spelledOut(weak)]
  if (whole.op === 'or') return whole.conditions.every((inner) => implies(inner, part))
  if (part.op === 'and') return part.conditions.every((inner) => implies(whole, inner))
  if (part.op === 'or' && part.conditions.some((inner) => implies(whole, inner))) return true
  if (whole.op === 'and') return whole.conditions.some((inner) => implies(inner, part))
  return whole.op === 'not' && part.op === 'not' && implies(part.condition, whole.condition)
}

const hidden = ({ omit = [], mask = [] }: PlacedRule) => [...omit, ...mask]

/** Whether a rule shows every field that the other rule shows, and masks or shows every field that the other masks. */
export const showsAsMuch = (rule: PlacedRule, other: PlacedRule): boolean =>
  hidden(rule).every((field) => hidden(other).includes(field)) &&
  (rule.omit ?? []).every((field) => other.omit?.includes(field))

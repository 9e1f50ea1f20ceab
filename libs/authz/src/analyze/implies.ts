import { type Condition, always, keyOf, or } from '../condition.ts'
import type { PlacedRule } from '../hierarchy.ts'
import { simplify } from '../simplify.ts'

/** The condition of a rule, in its simple form. */
export const conditionOf = (rule: PlacedRule): Condition => simplify(rule.when ?? always)

/** `in` is one `eq` or another. */
const spelledOut = (condition: Condition): Condition =>
  condition.op === 'in' && Array.isArray(condition.value)
    ? or(...condition.value.map((value): Condition => ({ op: 'eq', attribute: condition.attribute, value })))
    : condition

/** Whether `weak` holds wherever `strong` does, as far as their forms tell: a no may be wrong, a yes is not. */
export function implies(strong: Condition, weak: Condition): boolean {
  const [whole, part] = [spelledOut(strong), spelledOut(weak)]
  if (whole.op === 'or') return whole.conditions.every((inner) => implies(inner, part))
  if (part.op === 'and') return part.conditions.every((inner) => implies(whole, inner))
  if (part.op === 'or' && part.conditions.some((inner) => implies(whole, inner))) return true
  if (whole.op === 'and') return whole.conditions.some((inner) => implies(inner, part))
  if (whole.op === 'not' && part.op === 'not') return implies(part.condition, whole.condition)
  return keyOf(whole) === keyOf(part)
}

const hidden = ({ omit = [], mask = [] }: PlacedRule) => [...omit, ...mask]

/** Whether a rule leaves free, or masked, all the fields that the other does. */
export const showsAsMuch = (rule: PlacedRule, other: PlacedRule): boolean =>
  hidden(rule).every((field) => hidden(other).includes(field)) &&
  (rule.omit ?? []).every((field) => other.omit?.includes(field))

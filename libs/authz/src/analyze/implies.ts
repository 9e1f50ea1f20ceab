import { type Condition, always, isReference } from '../engine/conditions/condition.ts'
import type { PlacedRule } from '../engine/roles/hierarchy.ts'
import { listFields, omits, showsField } from '../engine/policy/rule.ts'
import { findKey, simplify } from '../engine/conditions/simplify.ts'

const simplified = new WeakMap<Condition, Condition>()

/** The simplified condition of a rule. It is kept, because a rule is compared with many others. */
export function simplifyRule({ when = always }: PlacedRule): Condition {
  const known = simplified.get(when)
  if (known) return known
  const condition = simplify(when)
  simplified.set(when, condition)
  return condition
}

const keysOfValues = new WeakMap<Condition, ReadonlySet<string>>()

/** The keys of `eq` with each value, for a condition that compares with values. */
const listKeys = (condition: Condition): readonly string[] =>
  (condition.op === 'eq' || condition.op === 'in') && !isReference(condition.value)
    ? [condition.value].flat().map((value) => findKey({ ...condition, op: 'eq', value } as Condition))
    : []

/** The values for which a comparison is true, or one of the comparisons of an `or`. They are kept, because a list can be long. */
function listValues(condition: Condition): ReadonlySet<string> {
  const known = keysOfValues.get(condition)
  if (known) return known
  const values = new Set((condition.op === 'or' ? condition.conditions : [condition]).flatMap(listKeys))
  keysOfValues.set(condition, values)
  return values
}

function isInside(values: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const value of values) if (!others.has(value)) return false
  return true
}

/**
 * Whether `weak` is true wherever `strong` is true. It compares forms only, so false can be wrong, but true is right.
 */
export function implies(strong: Condition, weak: Condition): boolean {
  if (findKey(strong) === findKey(weak)) return true
  if (strong.op === 'in' && Array.isArray(strong.value) && strong.value.length === 0) return true
  if (strong.op === 'or') return strong.conditions.every((inner) => implies(inner, weak))
  if (weak.op === 'and') return weak.conditions.every((inner) => implies(strong, inner))
  const values = listValues(strong)
  if (values.size > 0 && isInside(values, listValues(weak))) return true
  const hasValues = (inner: Condition) => values.size > 0 && listValues(inner).size > 0
  if (weak.op === 'or' && weak.conditions.some((inner) => !hasValues(inner) && implies(strong, inner)))
    return true
  if (strong.op === 'and') return strong.conditions.some((inner) => implies(inner, weak))
  // An object or an item that satisfies the stronger condition satisfies the weaker one.
  if (
    (strong.op === 'is' || strong.op === 'some') &&
    strong.op === weak.op &&
    strong.attribute === weak.attribute
  )
    return implies(strong.condition, weak.condition)
  return strong.op === 'not' && weak.op === 'not' && implies(weak.condition, strong.condition)
}

/** Whether a rule shows every field that the other rule shows, and masks or shows every field that the other masks. */
export const showsAsMuch = (rule: PlacedRule, other: PlacedRule): boolean =>
  (!rule.fields || !!other.fields) &&
  [...listFields([rule, other])].every(
    (field) =>
      (omits(other, field) || !omits(rule, field)) && (!showsField(other, field) || showsField(rule, field)),
  )

/** Whether a rule is about every field that the other rule is about. A rule without a list is about all fields. */
export const coversFields = ({ fields }: PlacedRule, other: PlacedRule): boolean =>
  !fields || !!other.fields?.every((field) => fields.includes(field))

import {
  type Comparison,
  type Condition,
  needsPolicy,
  hasInner,
  isJunction,
} from '../engine/conditions/condition.ts'
import { join, negate } from '../engine/conditions/junctions.ts'
import { isForeign } from '../engine/roles/resolve.ts'
import { NULL, classify } from '../engine/conditions/value.ts'

/** The comparison with each class of values in a list. Null equals nothing, and `unknown` stands for other values. */
function separate(comparison: Comparison & { readonly op: 'in' }, unknown: Condition): Condition {
  const byClass = new Map<number, unknown[]>()
  for (const value of comparison.value as readonly unknown[]) {
    const values = byClass.get(classify(value)) ?? []
    byClass.set(classify(value), values)
    values.push(value)
  }
  const [first = NULL + 1] = byClass.keys()
  if (byClass.size < 2 && first > NULL) return comparison
  const parts = [...byClass].map(([type, values]): readonly Condition[] => {
    if (type < NULL) return [unknown]
    return type === NULL ? [] : [{ ...comparison, value: values } as Comparison]
  })
  return join('or', parts.flat())
}

/**
 * The list of a subject can contain values of several classes, which no policy as JSON can contain. This replaces its
 * comparison with one for each class. `unknown` takes the place of a comparison with a value that cannot be compared.
 */
export function separateLists(condition: Condition, unknown: Condition): Condition {
  if (isJunction(condition))
    return join(
      condition.op,
      condition.conditions.map((part) => separateLists(part, unknown)),
    )
  if (condition.op === 'not') return negate(separateLists(condition.condition, negate(unknown)))
  if (hasInner(condition)) return { ...condition, condition: separateLists(condition.condition, unknown) }
  if (condition.op === 'may') throw needsPolicy(condition)
  const comparison = isForeign(condition) ? withoutKind(condition) : condition
  return comparison.op === 'in' && Array.isArray(comparison.value)
    ? separate(comparison, unknown)
    : comparison
}

/** A value of a subject can have another kind than the attribute. A policy as JSON refuses such a comparison. */
function withoutKind(comparison: Comparison): Comparison {
  const { op, attribute, value, by } = comparison
  if (by === undefined) return { op, attribute, value } as Comparison
  const { kind: _, ...others } = comparison
  return others as Comparison
}

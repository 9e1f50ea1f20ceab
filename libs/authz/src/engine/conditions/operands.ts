import { type Comparison, type Condition, type Nested, hasInner, isJunction, isSibling } from './condition.ts'

/** A comparison with a value of the subject or of the policy, or a condition on the subject alone. */
export type OperandPart = Comparison | Extract<Nested, { readonly op: 'subject' }>

/**
 * The parts of a condition that cannot be tested if the subject lacks a value, whatever the row is. A test for null and a
 * comparison with another attribute of the row need no value.
 */
export function listOperandParts(condition: Condition): readonly OperandPart[] {
  if (isJunction(condition)) return condition.conditions.flatMap(listOperandParts)
  if (condition.op === 'subject') return [condition]
  if (hasInner(condition)) return listOperandParts(condition.condition)
  return condition.op === 'may' || condition.op === 'isNull' || isSibling(condition.value) ? [] : [condition]
}

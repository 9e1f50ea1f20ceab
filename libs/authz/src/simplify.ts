import {
  type Condition,
  always,
  constantOf,
  fold,
  isReference,
  isScalar,
  keyOf,
  never,
  not,
} from './condition.ts'
import type { Row } from './evaluate.ts'

type Junction = 'and' | 'or'

const partsOf = (op: Junction, condition: Condition): readonly Condition[] =>
  condition.op === op ? condition.conditions : [condition]

/** The negated condition. It contains no double negation. */
export function negate(condition: Condition): Condition {
  const constant = constantOf(condition)
  if (constant !== undefined) return constant ? never : always
  return condition.op === 'not' ? condition.condition : not(condition)
}

/**
 * Joins conditions that are simplified already. It merges nested junctions, removes duplicates, reduces
 * `a or not a` to `always` and `a and not a` to `never`, and reduces `a or (a and b)` to `a`.
 */
export function join(op: Junction, conditions: readonly Condition[]): Condition {
  const [other, decided]: [Junction, Condition] = op === 'and' ? ['or', never] : ['and', always]
  const parts = new Map(
    conditions.flatMap((condition) => partsOf(op, condition)).map((part) => [keyOf(part), part]),
  )
  const has = (part: Condition) => parts.has(keyOf(part))
  const left = [...parts.values()].filter(
    (part) => !partsOf(other, part).some((inner) => inner !== part && has(inner)),
  )
  if (has(decided) || left.some((part) => has(negate(part)))) return decided
  return left.length === 1 ? (left[0] as Condition) : { op, conditions: left }
}

/**
 * Replaces references with the subject's values, then simplifies. A value that is null equals nothing. A value that is
 * itself a reference takes its place: so you can prepare a filter for subjects that you do not know yet.
 */
export const resolve = (condition: Condition, subject: Row): Condition =>
  fold<Condition>(condition, join, negate, (comparison) => {
    const { op, value: given } = comparison
    const value = isReference(given) ? (subject as Record<string, unknown>)[given.subject] : given
    const list = [value].flat().filter(isScalar)
    const isList = Array.isArray(value)
    if (op === 'isNull') return comparison
    if (isReference(value)) return { ...comparison, value } as Condition
    if (!list.length || isList !== (op === 'in')) return never
    return { ...comparison, value: isList ? list : value } as Condition
  })

/** Simplifies without a subject, so references stay. */
export const simplify = (condition: Condition): Condition =>
  fold<Condition>(condition, join, negate, (comparison) => comparison)

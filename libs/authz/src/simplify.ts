import { type Condition, always, isReference, isScalar, keyOf, never } from './condition.ts'
import type { Row } from './evaluate.ts'

type Junction = 'and' | 'or'

const isNeutral = (op: Junction, condition: Condition) =>
  condition.op === op && condition.conditions.length === 0
const other = (op: Junction): Junction => (op === 'and' ? 'or' : 'and')
const parts = (op: Junction, condition: Condition) =>
  condition.op === op ? condition.conditions : [condition]

/** The opposite condition, without a double negation. */
export const negate = (condition: Condition): Condition => {
  if (isNeutral('and', condition)) return never
  if (isNeutral('or', condition)) return always
  return condition.op === 'not' ? condition.condition : { op: 'not', condition }
}

/**
 * Joins conditions that are simple already: nested junctions become one, what is said twice is said once,
 * a condition beside its opposite decides, and `a or (a and b)` is `a`.
 */
export function join(op: Junction, conditions: readonly Condition[]): Condition {
  const unique = new Map<string, Condition>()
  for (const part of conditions.flatMap((condition) => parts(op, condition))) unique.set(keyOf(part), part)
  const decided = [...unique.values()].some(
    (part) => isNeutral(other(op), part) || unique.has(keyOf(negate(part))),
  )
  if (decided) return op === 'and' ? never : always
  const absorbed = (part: Condition) =>
    parts(other(op), part).length > 1 && parts(other(op), part).some((inner) => unique.has(keyOf(inner)))
  const left = [...unique.values()].filter((part) => !absorbed(part))
  const [only] = left
  return left.length === 1 && only !== undefined ? only : { op, conditions: left }
}

/** Puts the subject's values in the place of references, then simplifies. A value that is null equals nothing. */
export function resolve(condition: Condition, subject: Row): Condition {
  switch (condition.op) {
    case 'and':
    case 'or':
      return join(
        condition.op,
        condition.conditions.map((inner) => resolve(inner, subject)),
      )
    case 'not':
      return negate(resolve(condition.condition, subject))
    case 'isNull':
      return condition
    default:
      return resolveComparison(condition, subject)
  }
}

function resolveComparison(
  condition: Extract<Condition, { attribute: string; value: unknown }>,
  subject: Row,
): Condition {
  const value = isReference(condition.value)
    ? (subject as Record<string, unknown>)[condition.value.subject]
    : condition.value
  if (condition.op !== 'in') return isScalar(value) ? { ...condition, value } : never
  const list = Array.isArray(value) ? value.filter(isScalar) : []
  return list.length > 0 ? { ...condition, value: list } : never
}

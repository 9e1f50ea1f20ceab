import { join as joinParts, negate } from './junctions.ts'
import { type Condition, fold, freeze, hasInner, isJunction } from './condition.ts'
import { readTime } from './value.ts'

// JSON writes a date as a string and infinity as null, and it refuses a bigint. So the key names the type of the value.
function typed(this: unknown, name: string, value: unknown): unknown {
  const raw = (this as Record<string, unknown>)[name]
  if (typeof raw === 'bigint' || typeof raw === 'number') return { [typeof raw]: `${raw}` }
  return raw instanceof Date ? { date: readTime(raw) } : value
}

const keys = new WeakMap<Condition, string>()

const writeKey = (condition: Condition): string => {
  if (isJunction(condition)) return `${condition.op}(${condition.conditions.map(findKey).join()})`
  if (!hasInner(condition)) return JSON.stringify(condition, typed)
  const { attribute = '' } = condition as { readonly attribute?: string }
  return `${condition.op} ${JSON.stringify(attribute)}(${findKey(condition.condition)})`
}

/** A text that is the same for equal conditions and different for all others. It is kept, because a list can be long. */
export function findKey(condition: Condition): string {
  const known = keys.get(condition)
  if (known !== undefined) return known
  const key = writeKey(condition)
  keys.set(condition, key)
  return key
}

const listParts = (op: string, condition: Condition): readonly Condition[] =>
  condition.op === op && isJunction(condition) ? condition.conditions : [condition]

/** Joins conditions of which equal ones count once. */
export const joinDistinct = (op: 'and' | 'or', conditions: readonly Condition[]): Condition => {
  const parts = listParts(op, joinParts(op, conditions))
  return joinParts(op, [...new Map(parts.map((part) => [findKey(part), part])).values()])
}

/**
 * Joins simplified conditions. It also removes duplicates, and reduces `a or (a and b)` to `a`. `a or not a` stays, because
 * it is not true for a row without the attribute.
 */
export function join(op: 'and' | 'or', conditions: readonly Condition[]): Condition {
  const other = op === 'and' ? 'or' : 'and'
  const parts = listParts(op, joinDistinct(op, conditions))
  const names = new Set(parts.map(findKey))
  const isCovered = (part: Condition) =>
    listParts(other, part).some((inner) => inner !== part && names.has(findKey(inner)))
  return joinParts(
    op,
    parts.filter((part) => !isCovered(part)),
  )
}

/** The shortest form of a condition. References stay. */
export const simplify = (condition: Condition): Condition =>
  fold<Condition>(
    condition,
    join,
    negate,
    (comparison) => comparison,
    (nested, inner) => freeze({ ...nested, condition: inner }),
  )

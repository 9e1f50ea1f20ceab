import { type Condition, fold, isReference } from '../conditions/condition.ts'

/** JSON has no dates and bigints. This writes them as `{"date": "2026-01-31T00:00:00.000Z"}` and `{"bigint": "5"}`. */
function encodeValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(encodeValue)
  if (value instanceof Date) return { date: value.toISOString() }
  if (typeof value === 'bigint') return { bigint: `${value}` }
  return typeof value === 'number' && !Number.isFinite(value) ? { number: `${value}` } : value
}

/** Reverses `encodeValue`. It does not change unknown values, and the check of the policy refuses them. */
function decodeValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decodeValue)
  if (typeof value !== 'object' || value === null || isReference(value)) return value
  const { date, bigint, number } = value as Readonly<Record<string, unknown>>
  if (typeof date === 'string') return new Date(date)
  if (typeof bigint === 'string' && /^-?\d+$/.test(bigint)) return BigInt(bigint)
  return typeof number === 'string' ? Number(number) : value
}

const mapValues = (condition: Condition, map: (value: unknown) => unknown): Condition =>
  fold<Condition>(
    condition,
    (op, conditions) => ({ op, conditions }),
    (inner) => ({ op: 'not', condition: inner }),
    (comparison) =>
      'value' in comparison ? ({ ...comparison, value: map(comparison.value) } as Condition) : comparison,
    (nested, inner) => ({ ...nested, condition: inner }),
  )

/** Replaces the values of a condition with values that JSON can contain. */
export const encodeCondition = (condition: Condition): Condition => mapValues(condition, encodeValue)

/** Reverses `encodeCondition`. */
export const decodeCondition = (condition: Condition): Condition => mapValues(condition, decodeValue)

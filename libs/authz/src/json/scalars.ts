import { type Condition, fold, isReference } from '../condition.ts'

/** JSON has no dates and no bigints: they are written as `{"date": "2026-01-31T00:00:00.000Z"}` and `{"bigint": "5"}`. */
function encodeValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(encodeValue)
  if (value instanceof Date) return { date: value.toISOString() }
  if (typeof value === 'bigint') return { bigint: `${value}` }
  return typeof value === 'number' && !Number.isFinite(value) ? { number: `${value}` } : value
}

/** Undoes `encodeValue`; what it does not know stays as it is, for the policy's check to refuse. */
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
  )

/** The condition with values that JSON can hold. */
export const encodeCondition = (condition: Condition): Condition => mapValues(condition, encodeValue)

/** The condition with the values that `encodeCondition` was given. */
export const decodeCondition = (condition: Condition): Condition => mapValues(condition, decodeValue)

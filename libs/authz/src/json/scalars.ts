import {
  type Comparison,
  type Condition,
  type Followed,
  IMPLEMENTATION,
  fold,
  freeze,
  isReference,
  isSibling,
} from '../engine/conditions/condition.ts'
import type { TextFunctions } from '../engine/conditions/text-function.ts'

/**
 * JSON has no dates and bigints. This writes them as `{"date": "2026-01-31T00:00:00.000Z"}` and `{"bigint": "5"}`. A list has
 * each of its values once, because the schema of policies refuses others.
 */
function encodeValue(value: unknown): unknown {
  if (Array.isArray(value)) return freeze([...new Set(value.map(encodeValue))])
  if (value instanceof Date) return freeze({ date: value.toISOString() })
  if (typeof value === 'bigint') return freeze({ bigint: `${value}` })
  return typeof value === 'number' && !Number.isFinite(value) ? freeze({ number: `${value}` }) : value
}

/** JavaScript takes 2026-02-31 for a day in March. */
function readDate(text: string): Date | undefined {
  const [day = ''] = text.split('T')
  return JSON.stringify(new Date(day)).startsWith(`"${day}T`) ? new Date(text) : undefined
}

/** Reverses `encodeValue`. It does not change unknown values, and the check of the policy refuses them. */
export function decodeValue(value: unknown): unknown {
  if (Array.isArray(value)) return freeze(value.map(decodeValue))
  if (typeof value !== 'object' || value === null || isReference(value) || isSibling(value)) return value
  const { date, bigint, number } = value as Readonly<Record<string, unknown>>
  if (typeof date === 'string') return readDate(date) ?? value
  if (typeof bigint === 'string' && /^-?\d+$/.test(bigint)) return BigInt(bigint)
  return typeof number === 'string' ? Number(number) : value
}

type Leaf = Comparison | Followed

/** An immutable copy of a condition with other leaves. */
const mapLeaves = (condition: Condition, map: (leaf: Leaf) => Leaf): Condition =>
  fold<Condition>(
    condition,
    (op, conditions) => freeze({ op, conditions: freeze(conditions) }),
    (inner) => freeze({ op: 'not', condition: inner }),
    (leaf) => freeze(map(leaf)),
    (nested, inner) => freeze({ ...nested, condition: inner }),
  )

const withValue = (leaf: Leaf, map: (value: unknown) => unknown): Leaf =>
  'value' in leaf ? ({ ...leaf, value: map(leaf.value) } as Leaf) : { ...leaf }

/** Replaces the values of a condition with values that JSON can contain. */
export const encodeCondition = (condition: Condition): Condition =>
  // Most packed rules have one comparison.
  'value' in condition && condition.by === undefined
    ? freeze({ ...condition, value: encodeValue(condition.value) } as Condition)
    : mapLeaves(condition, (leaf) => withValue(leaf, encodeValue))

/** Reverses `encodeCondition`. JSON has the names of text functions alone. */
export const decodeCondition = (condition: Condition, functions: TextFunctions): Condition =>
  mapLeaves(condition, (leaf) => {
    const found = 'by' in leaf && leaf.by !== undefined ? functions.get(leaf.by) : undefined
    return { ...withValue(leaf, decodeValue), ...(found && { [IMPLEMENTATION]: found }) }
  })

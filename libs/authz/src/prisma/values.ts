import type { Compared } from '../engine/printer/printer.ts'
import { writeNumber } from '../sql/digits.ts'
import { type Limits, MYSQL_DECIMALS, snap } from '../sql/snap.ts'
import { NUMBER } from '../engine/conditions/value.ts'
import type { ComparedField } from './fields.ts'

const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
const common = { hasNul: true, hasInfinity: false, hasLongIntegers: false }

/** Prisma sends no infinite float, and no time with a year of five digits. */
const limits: Readonly<Record<string, Limits>> = {
  postgresql: {
    times: [Date.parse('0001-01-01T00:00:00.000Z'), LAST_TIME],
    hasNul: false,
    hasInfinity: false,
    hasLongIntegers: true,
  },
  sqlite: { ...common, times: [Date.parse('0000-01-01T00:00:00.000Z'), LAST_TIME] },
  mysql: { ...common, times: [Date.UTC(1000, 0, 1), LAST_TIME], endOfDecimals: MYSQL_DECIMALS },
}

type Near = readonly [op: Compared['op'], value: unknown]

/** A comparison with a value that the field can have, and the same result; or the result for all values of the field. */
export function fitValue(
  op: Compared['op'],
  value: unknown,
  { group, kind, bits, values }: ComparedField,
  provider: string,
): Near | boolean {
  if (values && !values.includes(value as string)) return false
  const snapped = snap(op, value, group, kind, limits[provider] ?? (limits['sqlite'] as Limits))
  if (typeof snapped === 'boolean' || group !== NUMBER) return snapped
  const [nearOp, number] = snapped as [Compared['op'], number | bigint]
  if (bits && BigInt.asIntN(bits, BigInt(number)) !== BigInt(number))
    return snap(nearOp, number > 0 ? Infinity : -Infinity, group, kind, limits['sqlite'] as Limits)
  return [nearOp, write[kind]?.(number) ?? number]
}

/** Prisma accepts a number for an integer, a bigint for a long integer, and the digits of a decimal. */
const write: Partial<Record<ComparedField['kind'], (number: number | bigint) => unknown>> = {
  integer: Number,
  bigint: BigInt,
  float: Number,
  decimal: (number) => `${writeNumber(number)}`,
}

/** Prisma throws if a query has more values than the database allows, or splits the query, also where that changes its result. */
export const longestList = (provider: string): number => (provider === 'sqlite' ? 900 : 30_000)

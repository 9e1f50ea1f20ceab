import type { Kind } from '../engine/conditions/kind.ts'
import { DATE, NUMBER, TEXT, readTime } from '../engine/conditions/value.ts'
import type { Compared } from './form.ts'

export interface Limits {
  /** The first and the last time that the database can store. */
  readonly times: readonly [number, number]
  /** Whether a text can contain the code point 0. */
  readonly hasNul: boolean
  /** Whether a float can be infinite. */
  readonly hasInfinity: boolean
  /** No decimal is as large as this number. Absent if there is no limit that a number reaches. */
  readonly endOfDecimals?: number
  /** Whether the database can compare with integers of any length. */
  readonly hasLongIntegers: boolean
}

/** A decimal of MySQL has 65 digits at most, and a cast of a larger number has 65 nines. */
export const MYSQL_DECIMALS = 1e65

type Op = Compared['op']
type Snapped = boolean | readonly [Op, unknown]

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const DAY_MS = 86_400_000
const isInt8 = (value: bigint) => BigInt.asIntN(64, value) === value

/** All values of a column are smaller than the value, if it is above them, and otherwise greater. */
const beyond = (op: Op, isAbove: boolean): boolean => (/^l/.test(op) ? isAbove : /^g/.test(op) && !isAbove)

/** The comparison with the nearest value that the column can have. */
export const near = (op: Op, isLower: boolean, value: unknown): Snapped => {
  if (!/^[lg]/.test(op)) return false
  return [/^l/.test(op) ? (isLower ? 'lte' : 'lt') : isLower ? 'gt' : 'gte', value]
}

function snapNumber(op: Op, value: number | bigint, kind: Kind | undefined, limits: Limits): Snapped {
  const number = Number(value)
  if (!Number.isFinite(number)) {
    if ((kind && kind !== 'float') || !limits.hasInfinity) return beyond(op, value > 0)
    // An integer that no float can be is between infinity and all other floats.
    return value === number ? [op, value] : near(op, value < 0, number)
  }
  const { endOfDecimals = Infinity, hasLongIntegers } = limits
  const isBeyondDecimals = Math.abs(number) >= endOfDecimals
  if (kind === 'decimal' && isBeyondDecimals) return beyond(op, value > 0)
  if (kind && /^(integer|bigint)/.test(kind)) {
    const floor = typeof value === 'bigint' ? value : BigInt(Math.floor(value))
    if (!isInt8(floor)) return beyond(op, value > 0)
    return Number(floor) === number ? [op, value] : near(op, true, Number(floor))
  }
  const isStorable = typeof value === 'bigint' && (hasLongIntegers ? !isBeyondDecimals : isInt8(value))
  const isLong = typeof value === 'bigint' && (kind === 'float' || !isStorable)
  return !isLong || value === BigInt(number)
    ? [op, isLong ? number : value]
    : near(op, number < value, number)
}

function snapTime(op: Op, time: number, kind: Kind | undefined, { times: [first, last] }: Limits): Snapped {
  if (time < first || time > last) return beyond(op, time > last)
  const day = Math.floor(time / DAY_MS) * DAY_MS
  if (kind === 'date' && day !== time) return near(op, true, new Date(day))
  // Databases store microseconds, and JavaScript cuts them off.
  if (kind === 'timestamp' && (op === 'lte' || op === 'gt'))
    return time < last ? [op === 'gt' ? 'gte' : 'lt', new Date(time + 1)] : op === 'lte'
  return [op, new Date(time)]
}

/** A comparison that gives the same result with a value that fits the column, or its result for all rows. */
export function snap(op: Op, value: unknown, group: number, kind: Kind | undefined, limits: Limits): Snapped {
  if (group === NUMBER) return snapNumber(op, value as number | bigint, kind, limits)
  if (group === DATE) return snapTime(op, readTime(value), kind, limits)
  if (group !== TEXT) return [op, value]
  const text = value as string
  const isStorable = !/\p{Surrogate}/u.test(text) && (limits.hasNul || !text.includes('\0'))
  return isStorable && (!kind?.startsWith('uuid') || UUID.test(text)) && [op, text]
}

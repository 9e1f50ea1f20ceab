import type { Kind } from '../engine/conditions/kind.ts'
import type { Piece, Pieces } from './form.ts'
import { MYSQL_DECIMALS } from './snap.ts'

export const isSafe = (value: unknown): boolean =>
  typeof value === 'bigint'
    ? Number.isSafeInteger(Number(value))
    : !Number.isInteger(value) || Number.isSafeInteger(value)

/** Drivers send numbers as floats, which have only 15 digits. */
const isLongInteger = (value: unknown): value is number | bigint =>
  !isSafe(value) && Math.abs(Number(value)) < MYSQL_DECIMALS

const castToDecimal = (integer: bigint): Pieces => ['cast(', { value: `${integer}` }, ' as decimal(65))']

/** The number in a comparison with a column of the kind. */
export function placeNumber(value: number | bigint, kind: Kind | undefined, column: Piece): Pieces {
  if (kind === 'float' || !isLongInteger(value)) return [{ value: Number(value) }]
  const integer = BigInt(value)
  return kind || BigInt(Number(integer)) === integer ? castToDecimal(integer) : placeUnlike(integer, column)
}

/**
 * An integer that no double equals, for a column of any type. MySQL compares a double with it as with the nearest double, so that
 * an integer on the far side takes its place there. A half changes each decimal, and no large double.
 */
function placeUnlike(integer: bigint, column: Piece): Pieces {
  const isAbove = integer > BigInt(Number(integer))
  const far = isAbove === integer > 0n ? `${isAbove ? '' : '-'}${'9'.repeat(65)}` : '0'
  const value = castToDecimal(integer)
  return [
    ...['case when ', column, ' = ', ...value, ' and ', column, ' + 0.5 = ', column],
    ...[` then ${far} else `, ...value, ' end'],
  ]
}

/**
 * Whether JavaScript has the number: an integer, a double, or a decimal that is the shortest text of a double. A decimal of
 * MySQL has at most 30 digits after its point, and one of MariaDB 38; MySQL reads the longer cast as a comment.
 */
export function isExactNumber(column: Piece): Pieces {
  const double = [column, ' + 0e0']
  const isShortest = (digits: number): Pieces => [
    column,
    ' = cast(',
    ...double,
    ` as decimal(65, ${digits}))`,
  ]
  return [
    ...[
      '(',
      column,
      ' = truncate(',
      column,
      ', 0) or concat(',
      column,
      ') = concat(',
      ...double,
      ') or (abs(',
    ],
    ...[column, `) < ${2 ** 53} and (`, ...isShortest(30), ' /*M! or ', ...isShortest(38), ' */)))'],
  ]
}

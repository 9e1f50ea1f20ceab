import type { Kind } from '../engine/conditions/kind.ts'
import {
  type Compared,
  type Form,
  type Piece,
  type Pieces,
  type Sides,
  listedOrArray,
  searching,
} from './form.ts'
import { writeNumber } from './digits.ts'
import { sidesOfAnyColumn, textOfAnyColumn } from './postgresql-any.ts'
import { containsInAny } from './postgresql-arrays.ts'
import { guardDays, guardDecimals, guardTimes } from './postgresql-guards.ts'
import { isFar, writeTime } from './postgresql-times.ts'

const types: Readonly<Record<Kind, string>> = {
  boolean: 'bool',
  integer: 'int8',
  bigint: 'int8',
  decimal: 'numeric',
  float: 'float8',
  text: 'text',
  citext: 'text',
  uuid: 'uuid',
  timestamp: 'timestamptz',
  date: 'date',
  textArray: 'text',
  integerArray: 'int8',
  uuidArray: 'uuid',
}

export const fits = (value: bigint, bits: number) => BigInt.asIntN(bits, value) === value

/** postgres.js sends each bigint as an int8. */
const write = (value: unknown): unknown =>
  value instanceof Date
    ? writeTime(value)
    : typeof value === 'bigint' && !fits(value, 64)
      ? `${value}`
      : writeNumber(value)

/** Values with a type. */
export function typed(left: Pieces, type: string): Sides {
  const right = (value: unknown): Pieces => [{ value: write(value) }, type && `::${type}`]
  return {
    left,
    right,
    set: listedOrArray(right, (values) => [{ value: values.map(write) }, `::${type}[]`]),
  }
}

/**
 * Values with the type of the column: `timestamp` and `date` ignore the zone of a text, so that the zone of the session changes
 * nothing. One value with another type would change the type of a whole list, so that a time that a driver cannot write is a
 * literal.
 */
function typedByColumn(left: Pieces): Sides {
  const right = (value: unknown): Pieces => [
    isFar(value) ? `'${String(write(value))}'` : { value: write(value) },
  ]
  const toArray = (values: readonly unknown[]): Pieces => [
    values.some(isFar)
      ? `'${JSON.stringify(values.map(write)).replace('[', '{').replace(']', '}')}'`
      : { value: values.map(write) },
  ]
  return { left, right, set: listedOrArray(right, toArray) }
}

/** The equality of the column uses its index, and can ignore differences: `citext` and some collations do. */
const sidesOfText = (column: Piece): Sides => ({
  ...typed([column, '::text collate "C"'], 'text'),
  indexed: typedByColumn([column]),
})

function sidesOfKind(kind: Kind, column: Piece, op: Compared['op']): Sides {
  const type = types[kind]
  switch (kind) {
    case 'text':
    case 'citext':
      return sidesOfText(column)
    case 'decimal':
      return { ...typed([column], type), ...guardDecimals(column) }
    case 'float':
      return { ...typed([column], type), guard: [column, " <> 'NaN'"] }
    case 'timestamp': {
      const isEqual = op === 'eq' || op === 'in'
      const left = isEqual ? ["date_trunc('milliseconds', ", column, ')'] : [column]
      return { ...typedByColumn(left), ...guardTimes(column) }
    }
    case 'date':
      return { ...typedByColumn([column]), ...guardDays(column) }
    default:
      return typed([column], type)
  }
}

export const sides = (given: Compared): Sides =>
  given.kind ? sidesOfKind(given.kind, given.column, given.op) : sidesOfAnyColumn(given)

/** The negation is true for an array that has only null. */
const hasNoElements = (column: Piece): Pieces => [
  'coalesce(cardinality(array_remove(',
  column,
  ', null)) = 0, true)',
]

export const containing = (pieces: Pieces): Form => ({
  yes: pieces,
  no: ['not coalesce(', ...pieces, ', false)'],
})

/** Without a value, no element equals the value. If the column has a kind, the elements are of another class. */
export function contains(given: Compared): Form {
  const { column, values, kind } = given
  const [value] = values
  if (!kind) return containsInAny(given)
  if (values.length === 0) return { yes: ['false'], no: hasNoElements(column) }
  if (kind === 'integerArray') return containing([{ value }, '::int8 = any(', column, ')'])
  const list: Pieces = [' @> array[', { value }, `]::${types[kind]}[]`]
  // The collation of an array can ignore differences, too.
  return containing(
    kind === 'textArray'
      ? ['(', column, ...list, ' and ', column, ' collate "C"', ...list, ')']
      : [column, ...list],
  )
}

/** `like` with this pattern finds exactly the text, and a trigram index serves it. */
const patternOf = (op: string, value: unknown): Pieces => [
  `${op === 'startsWith' ? '' : "'%' || "}replace(replace(replace(`,
  { value },
  `::text, E'\\\\', E'\\\\\\\\'), '%', E'\\\\%'), '_', E'\\\\_')${op === 'endsWith' ? '' : " || '%'"}`,
]

/** Whether the text in the column starts with the value, ends with it, or has it in it. */
export function search({ column, op, values, kind }: Compared): Form {
  const { text, guard } = kind
    ? { text: [column, '::text collate "C"'], guard: undefined }
    : textOfAnyColumn(column)
  const [value] = values
  if (value === undefined) return searching(column, undefined, guard)
  return searching(column, ['(', ...text, ' like ', ...patternOf(op, value), ')'], guard)
}

/** The values that no text of an ordered kind has: the columns can have them. */
export const guardOrdered: Readonly<Record<string, (column: Piece) => Pieces>> = {
  numeric: (column) => [column, " <> all('{NaN,Infinity,-Infinity}')"],
  date: (column) => [column, " between '0001-01-01' and '9999-12-31'"],
}

/** A column without a kind can be of any type, for which the database has no function. */
export function writeText(column: Piece): { readonly text: Piece; readonly guard: Pieces } {
  const { text, guard } = textOfAnyColumn(column)
  // A part of a template tag cannot be inside of a text.
  return typeof column === 'string' ? { text: text.join(''), guard } : { text: column, guard: ['true'] }
}

import type { Comparison } from '../engine/conditions/condition.ts'
import type { Kind } from '../engine/conditions/kind.ts'
import { writeNumber } from './digits.ts'

/** A piece of SQL: text, or a value for a place between the texts. */
export type Piece = string | { readonly value: unknown }
export type Pieces = readonly Piece[]

/** The SQL that is true for the rows for which a comparison is true, and for the rows for which it is false. */
export interface Form {
  readonly yes: Pieces
  readonly no: Pieces
}

/** A comparison of a column with values of one class. */
export interface Compared {
  readonly column: Piece
  readonly op: Exclude<Comparison['op'], 'isNull'>
  /** The class of the values. */
  readonly group: number
  readonly values: readonly unknown[]
  readonly kind: Kind | undefined
  /** Whether nobody knows that the column has values of the same class. */
  readonly isForeign: boolean
}

/** The two sides of a comparison with values of one class. */
export interface Sides {
  /** True for the rows that the comparison can test. Absent if it can test all rows. */
  readonly guard?: Pieces
  /** The part of the guard that a test with a symbol does not imply. Absent if each test needs all of it. */
  readonly guardOf?: (symbol: string) => Pieces | undefined
  readonly left: Pieces
  /** A comparison that an index serves, if it does not serve this one. It is true if this one is, and perhaps more often. */
  readonly indexed?: Sides
  readonly right: (value: unknown) => Pieces
  /** A set of values, after ` = ` or ` <> `, or after ` in ` or ` not in `. */
  readonly set: (values: readonly unknown[]) => {
    readonly yes: string
    readonly no: string
    readonly values: Pieces
  }
}

/** Of a value that no row can be compared with. */
export const UNTESTABLE: Form = { yes: ['false'], no: ['false'] }
/** Of a value that equals nothing. */
export const NOTHING: Form = { yes: ['false'], no: ['true'] }

/** Of a value whose class is not the class of the column: only null can be compared with it. */
export const mismatch = (column: Piece): Form => ({ yes: ['false'], no: [column, ' is null'] })

/** A comparison that has the same result for each row that it can test. */
export function constant(result: boolean, column: Piece, guard?: Pieces): Form {
  if (result) return { yes: guard ?? [column, ' is not null'], no: [column, ' is null'] }
  return { yes: ['false'], no: guard ? ['(', ...guard, ' or ', column, ' is null)'] : ['true'] }
}

/** The test of a text. Without a test, no text passes it. */
export const searching = (column: Piece, test: Pieces | undefined, guard?: Pieces): Form =>
  test ? either(column, test, ['not ', ...test], guard) : constant(false, column, guard)

/** Two tests, of which each row that can be tested passes one. */
export function either(column: Piece, yes: Pieces, no: Pieces, guard?: Pieces): Form {
  return { yes: guarded(yes, guard), no: ['(', ...guarded(no, guard), ' or ', column, ' is null)'] }
}

const guarded = (test: Pieces, guard: Pieces | undefined): Pieces =>
  guard ? ['(', ...guard, ' and ', ...test, ')'] : test

/** Two tests with a symbol, each with the part of the guard that it needs. */
export function guardBoth(
  column: Piece,
  { guard, guardOf = () => guard }: Sides,
  [yes, no]: readonly [Pieces, Pieces],
  [symbol, opposite]: readonly [string, string],
): Form {
  return either(column, guarded(yes, guardOf(symbol)), guarded(no, guardOf(opposite)))
}

const join = (values: readonly Pieces[]): Pieces =>
  values.flatMap((value, i) => (i > 0 ? [', ', ...value] : value))

/** A set with a place for each value. */
export const listed = (values: readonly unknown[], right: Sides['right'] = (value) => [{ value }]) => ({
  yes: ' in ',
  no: ' not in ',
  values: ['(', ...join(values.map(right)), ')'],
})

/** Longer lists are one value, because databases limit the number of values. */
export const MOST_PLACES = 50

/** A set with a place for each value, or with an array of PostgreSQL for all of them. */
export const listedOrArray =
  (right: Sides['right'], toArray: (values: readonly unknown[]) => Pieces): Sides['set'] =>
  (values) =>
    values.length > MOST_PLACES
      ? { yes: ' = any(', no: ' <> all(', values: [...toArray(values), ')'] }
      : listed(values, right)

/** Databases read a number of JSON as an integer with all of its digits, if it has less than 64 bits, or as a double. */
function writeJsonNumber(value: number): string {
  if (Math.abs(value) === Infinity) return value > 0 ? '9e999' : '-9e999'
  return `${Math.abs(value) < 2 ** 63 ? writeNumber(value) : value}`
}

/** A value in JSON. */
export const json = (value: unknown): string => {
  if (typeof value === 'number') return writeJsonNumber(value)
  return typeof value === 'bigint' ? `${value}` : JSON.stringify(value)
}
export const jsonList = (values: readonly unknown[]): string => `[${values.map(json).join()}]`

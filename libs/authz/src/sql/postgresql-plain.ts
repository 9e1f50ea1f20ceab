import { NUMBER } from '../engine/conditions/value.ts'
import { type Compared, type Form, MOST_PLACES, type Pieces, type Sides, listed } from './form.ts'
import * as exact from './postgresql.ts'

// The caller of toSql promises that `=` compares the columns exactly, and that each column has the type of the values that
// the author of the policy compares it with.

const isInteger = (bits: number) => (value: unknown) =>
  (typeof value === 'bigint' || Number.isInteger(value)) && exact.fits(BigInt(value as number), bits)

/** The type of numbers that columns of every numeric type can be compared with. PostgreSQL finds the type of small integers. */
const typeOfNumbers = (values: readonly unknown[]): string =>
  values.every(isInteger(32)) ? '' : values.every(isInteger(64)) ? 'int8' : 'numeric'

/** With a place for each literal, the index of the column serves the list. PostgreSQL allows 65,535 places. */
const MOST_LITERALS = 10_000

export function sides(given: Compared): Sides {
  const { column, group, values, kind, isForeign } = given
  if (kind === 'text') return exact.typed([column], 'text')
  if (kind || isForeign || (values.length > MOST_LITERALS && group !== NUMBER)) return exact.sides(given)
  if (group === NUMBER)
    return exact.typed([column], typeOfNumbers(values) || (values.length > MOST_PLACES ? 'int8' : ''))
  const right = (value: unknown): Pieces => [{ value }]
  return { left: [column], right, set: (all) => listed(all, right) }
}

export function contains(given: Compared): Form {
  const { column, group, values, kind, isForeign } = given
  const [value] = values
  if (values.length > 0 && kind === 'textArray')
    return exact.containing([column, ' @> array[', { value }, ']::text[]'])
  if (values.length === 0 || kind || isForeign) return exact.contains(given)
  const type = group === NUMBER ? typeOfNumbers(values) : ''
  return exact.containing([{ value }, type && `::${type}`, ' = any(', column, ')'])
}

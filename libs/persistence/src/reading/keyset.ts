import type { Row } from '@content-service/domain'
import type { Order } from '@content-service/domain/internal/reading'
import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'
import { listBounds, type Bound, type OrderTerm, type PlaceOf } from './order-terms.ts'
import type { Table } from '../tables/tables.ts'

/** Rows after a row, or before it. */
type Side = 'after' | 'before'

const isBeyond = ({ direction }: Pick<Bound, 'direction'>, side: Side): Sql =>
  (direction === 'ASC') === (side === 'after') ? sql`>` : sql`<`

/** The condition of rows after or before the value in one column; null comes last in both directions. */
const isBeyondValue = (bound: Bound, side: Side): Sql => {
  const { column, value, isNullable } = bound
  if (value === null) return side === 'after' ? sql`false` : sql`${column} is not null`
  const compared = sql`${column} ${isBeyond(bound, side)} ${value}`
  return isNullable && side === 'after' ? sql`(${compared} or ${column} is null)` : compared
}

const isEqual = ({ column, value }: Bound): Sql =>
  value === null ? sql`${column} is null` : sql`${column} = ${value}`

/** Compares column by column: beyond in the first column, or equal there and beyond in the other columns. */
const compareStepwise = ([first, ...rest]: readonly Bound[], side: Side): Sql =>
  first === undefined
    ? sql`false`
    : sql`(${isBeyondValue(first, side)} or (${isEqual(first)} and ${compareStepwise(rest, side)}))`

/** Compares all columns as one row, for which PostgreSQL can use an index of these columns. */
const compareTogether = (bounds: readonly [Bound, ...Bound[]], side: Side): Sql => {
  const columns = sql.join(bounds.map(({ column }) => column))
  const values = sql.join(bounds.map(({ value }) => value))
  return sql`(${columns}) ${isBeyond(bounds[0], side)} (${values})`
}

const isUniform = (bounds: readonly Bound[]): boolean =>
  bounds.every(({ direction }) => direction === bounds[0]?.direction)

/** Whether one comparison of rows says which rows come after: a null among them would make it unknown. */
const canCompare = (bounds: readonly Bound[]): boolean =>
  isUniform(bounds) && bounds.every(({ isNullable }) => !isNullable)

/** A part of the rows after or before a row, in the order of these columns. */
export interface Range {
  readonly where: Sql
  readonly terms: readonly OrderTerm[]
}

/** The columns of a text are null together. */
const withoutNulls = (bounds: readonly Bound[], by: string): readonly Bound[] =>
  bounds.map((bound) => (bound.by === by ? { ...bound, isNullable: false } : bound))

const addTerm = (term: Bound, condition: Sql, { where, terms }: Range): Range => ({
  where: sql`${condition} and ${where}`,
  terms: [term, ...terms],
})

/** The rows without a value in the first column: the further columns of a text order nothing there. */
const listNulls = <Term extends OrderTerm>([first, ...rest]: readonly [Term, ...Term[]]): readonly Term[] => [
  first,
  ...rest.filter(({ by }) => by !== first.by),
]

/** The order in the words of the index, which has a place for null. */
const asDeclared = (bounds: readonly Bound[], { where, terms }: Range): Range => ({
  where,
  terms: terms.map((term) => bounds.find(({ column }) => column === term.column) ?? term),
})

/** The rows with a value in the first column: null comes last, and the index has a place for it. */
const listPresent = (bounds: readonly Bound[], { by }: Bound, side: Side): readonly Range[] =>
  listUniform(withoutNulls(bounds, by), side).map((range) => asDeclared(bounds, range))

/** The parts of rows that begin with a nullable column: rows without a value come after all others. */
const listNullable = (bounds: readonly [Bound, ...Bound[]], side: Side): readonly Range[] => {
  const [first] = bounds
  const isMissing = sql`${first.column} is null`
  const nulls = listNulls(bounds)
  if (first.value !== null) {
    const present = listPresent(bounds, first, side)
    return side === 'after' ? [...present, { where: isMissing, terms: nulls }] : present
  }
  const missing = listUniform(nulls.slice(1), side).map((range) => addTerm(first, isMissing, range))
  return side === 'after' ? missing : [...missing, { where: sql`${first.column} is not null`, terms: bounds }]
}

const listUniform = (bounds: readonly Bound[], side: Side): readonly Range[] => {
  const [first, ...rest] = bounds
  if (first === undefined) return [{ where: sql`false`, terms: [] }]
  if (canCompare(bounds)) return [{ where: compareTogether([first, ...rest], side), terms: bounds }]
  if (first.isNullable) return listNullable([first, ...rest], side)
  return [
    ...listUniform(rest, side).map((range) => addTerm(first, isEqual(first), range)),
    { where: isBeyondValue(first, side), terms: bounds },
  ]
}

/**
 * All rows of a list, the last ones first. Rows without a value in a nullable first column are a range of their own: an index
 * of a text has several columns, and no order among rows without one.
 */
export const listFromEnd = (terms: readonly OrderTerm[]): readonly Range[] => {
  const [first, ...rest] = terms
  if (!first?.isNullable) return [{ where: sql`true`, terms }]
  return [
    { where: sql`${first.column} is null`, terms: listNulls([first, ...rest]) },
    { where: sql`${first.column} is not null`, terms },
  ]
}

/** A row of a list by its values in the order of the list. */
export interface Position {
  readonly orderBy: readonly Order[]
  readonly row: Row
  readonly side: Side
  readonly placeOf?: PlaceOf | undefined
}

/**
 * An order of both directions (C14.9): the rows with an equal value in the first column, and those beyond it, which an index
 * finds without the rows before them.
 */
const listMixed = (bounds: readonly Bound[], side: Side): readonly Range[] => {
  const [first, ...rest] = bounds
  if (first === undefined || first.isNullable)
    return [{ where: compareStepwise(bounds, side), terms: bounds }]
  const equal = { where: compareStepwise(rest, side), terms: rest }
  return [addTerm(first, isEqual(first), equal), { where: isBeyondValue(first, side), terms: bounds }]
}

/**
 * The rows after or before a row, in this order. The rows of the first range are nearest to the row. If an index has the
 * columns of the order, it finds the rows of each range without those before them; null is last, and so a range of its own.
 */
export const listRanges = (of: Table, alias: string, { side, ...position }: Position): readonly Range[] => {
  const bounds = listBounds(of, alias, position)
  return isUniform(bounds) ? listUniform(bounds, side) : listMixed(bounds, side)
}

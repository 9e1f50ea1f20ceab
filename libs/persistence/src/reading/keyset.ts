import type { Row } from '@content-service/domain'
import type { Order } from '@content-service/domain/reading'
import { sql } from 'kysely'
import type { Sql } from '../sql.ts'
import { listBounds, type Bound, type OrderTerm } from './order-terms.ts'
import type { Table } from './tables.ts'

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

/** A part of the rows after a row, in the order of these columns. */
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
const listNulls = ([first, ...rest]: readonly [Bound, ...Bound[]]): readonly Bound[] => [
  first,
  ...rest.filter(({ by }) => by !== first.by),
]

/** The order in the words of the index, which has a place for null. */
const asDeclared = (bounds: readonly Bound[], { where, terms }: Range): Range => ({
  where,
  terms: terms.map((term) => bounds.find(({ column }) => column === term.column) ?? term),
})

const listUniform = (bounds: readonly Bound[]): readonly Range[] => {
  const [first, ...rest] = bounds
  if (first === undefined) return [{ where: sql`false`, terms: [] }]
  if (canCompare(bounds)) return [{ where: compareTogether([first, ...rest], 'after'), terms: bounds }]
  const isMissing = sql`${first.column} is null`
  const nulls = listNulls([first, ...rest])
  if (first.value === null)
    return listUniform(nulls.slice(1)).map((range) => addTerm(first, isMissing, range))
  if (first.isNullable) {
    const present = listUniform(withoutNulls(bounds, first.by)).map((range) => asDeclared(bounds, range))
    return [...present, { where: isMissing, terms: nulls }]
  }
  return [
    ...listUniform(rest).map((range) => addTerm(first, isEqual(first), range)),
    { where: isBeyondValue(first, 'after'), terms: bounds },
  ]
}

/**
 * The rows after the row with these values, in this order: the rows of each range come before those of the next. If an index
 * has the columns of the order, it finds the rows of each range without those before them; null is last, and so a range of its
 * own.
 */
export const listRanges = (
  of: Table,
  alias: string,
  orderBy: readonly Order[],
  after: Row,
): readonly Range[] => {
  const bounds = listBounds(of, alias, orderBy, after)
  return isUniform(bounds)
    ? listUniform(bounds)
    : [{ where: compareStepwise(bounds, 'after'), terms: bounds }]
}

/** A row of a list by its values in the order of the list. */
export interface Position {
  readonly orderBy: readonly Order[]
  readonly row: Row
  readonly side: Side
}

/** The condition of rows after or before a row, for lists that end at a row or are read backwards. */
export const keysetSql = (of: Table, alias: string, { orderBy, row, side }: Position): Sql => {
  const bounds = listBounds(of, alias, orderBy, row)
  const [first, ...rest] = bounds
  return first && canCompare(bounds) ? compareTogether([first, ...rest], side) : compareStepwise(bounds, side)
}

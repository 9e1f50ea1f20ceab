import type { Row } from '@content-service/domain'
import type { Order } from '@content-service/domain/reading'
import { sql } from 'kysely'
import type { Sql } from '../sql.ts'
import { listBounds, type Bound } from './order-terms.ts'
import type { Table } from './tables.ts'

/** Rows after a row, or before it. */
export type Side = 'after' | 'before'

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

/** A row of a list by its values in the order of the list. */
export interface Position {
  readonly orderBy: readonly Order[]
  readonly row: Row
  readonly side: Side
}

/** The condition of rows after or before the row with these values, in this order. */
export const keysetSql = (of: Table, alias: string, { orderBy, row, side }: Position): Sql => {
  const bounds = listBounds(of, alias, orderBy, row)
  const [first, ...rest] = bounds
  const isUniform = bounds.every(({ isNullable, direction }) => !isNullable && direction === first?.direction)
  return first && isUniform ? compareTogether([first, ...rest], side) : compareStepwise(bounds, side)
}

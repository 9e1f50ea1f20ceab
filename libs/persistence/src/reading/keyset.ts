import type { Row } from '@content-service/domain'
import type { Order } from '@content-service/domain/reading'
import { sql } from 'kysely'
import type { Sql } from '../sql.ts'
import { isNullable } from './layouts.ts'
import type { Table } from './tables.ts'

const isBeyond = ({ direction }: Order): Sql => (direction === 'ASC' ? sql`>` : sql`<`)

/** The condition of rows after the value in one column; null comes last in both directions. */
const isAfterValue = (column: Sql, order: Order, value: unknown): Sql => {
  if (value === null) return sql`false`
  const compared = sql`${column} ${isBeyond(order)} ${value}`
  return isNullable(order.by) ? sql`(${compared} or ${column} is null)` : compared
}

/** Compares column by column: greater in the first column, or equal there and greater in the other columns. */
const compareStepwise = (of: Table, alias: string, orderBy: readonly Order[], after: Row): Sql => {
  const [first, ...rest] = orderBy
  if (first === undefined) return sql`false`
  const [column, value] = [of.column(alias, first.by), after[first.by]]
  const isEqual = sql`${column} is not distinct from ${value}`
  return sql`(${isAfterValue(column, first, value)} or (${isEqual} and ${compareStepwise(of, alias, rest, after)}))`
}

/** Compares all columns as one row, for which PostgreSQL can use an index of these columns. */
const compareTogether = (
  of: Table,
  alias: string,
  orderBy: readonly [Order, ...Order[]],
  after: Row,
): Sql => {
  const columns = sql.join(orderBy.map(({ by }) => of.column(alias, by)))
  const values = sql.join(orderBy.map(({ by }) => after[by]))
  return sql`(${columns}) ${isBeyond(orderBy[0])} (${values})`
}

/** The condition of rows after the row with these values, in this order. */
export const keysetSql = (of: Table, alias: string, orderBy: readonly Order[], after: Row): Sql => {
  const [first, ...rest] = orderBy
  const isUniform = orderBy.every(({ by, direction }) => !isNullable(by) && direction === first?.direction)
  return first && isUniform
    ? compareTogether(of, alias, [first, ...rest], after)
    : compareStepwise(of, alias, orderBy, after)
}

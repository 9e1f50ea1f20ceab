import type { Row } from '@content-service/domain'
import type { Order } from '@content-service/domain/reading'
import { sql } from 'kysely'
import type { Sql } from '../sql.ts'
import { listBounds, type Bound } from './order-terms.ts'
import type { Table } from './tables.ts'

const isBeyond = ({ direction }: Pick<Bound, 'direction'>): Sql => (direction === 'ASC' ? sql`>` : sql`<`)

/** The condition of rows after the value in one column; null comes last in both directions. */
const isAfterValue = ({ column, value, direction, isNullable }: Bound): Sql => {
  if (value === null) return sql`false`
  const compared = sql`${column} ${isBeyond({ direction })} ${value}`
  return isNullable ? sql`(${compared} or ${column} is null)` : compared
}

const isEqual = ({ column, value }: Bound): Sql =>
  value === null ? sql`${column} is null` : sql`${column} = ${value}`

/** Compares column by column: greater in the first column, or equal there and greater in the other columns. */
const compareStepwise = ([first, ...rest]: readonly Bound[]): Sql =>
  first === undefined
    ? sql`false`
    : sql`(${isAfterValue(first)} or (${isEqual(first)} and ${compareStepwise(rest)}))`

/** Compares all columns as one row, for which PostgreSQL can use an index of these columns. */
const compareTogether = (bounds: readonly [Bound, ...Bound[]]): Sql => {
  const columns = sql.join(bounds.map(({ column }) => column))
  const values = sql.join(bounds.map(({ value }) => value))
  return sql`(${columns}) ${isBeyond(bounds[0])} (${values})`
}

/** The condition of rows after the row with these values, in this order. */
export const keysetSql = (of: Table, alias: string, orderBy: readonly Order[], after: Row): Sql => {
  const bounds = listBounds(of, alias, orderBy, after)
  const [first, ...rest] = bounds
  const isUniform = bounds.every(
    ({ isNullable, direction }) => !isNullable && direction === first?.direction,
  )
  return first && isUniform ? compareTogether([first, ...rest]) : compareStepwise(bounds)
}

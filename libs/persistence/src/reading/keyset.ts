import type { Order, Row } from '@content-service/domain'
import { sql, type RawBuilder } from 'kysely'
import { isNullable, type Table } from './tables.ts'

type Sql = RawBuilder<unknown>

const raw = (text: string): Sql => sql.raw(text)

/** What comes after the value in one column; null ends a list in either direction. */
const beyond = (name: string, { by, direction }: Order, value: unknown): Sql => {
  if (value === null) return raw('false')
  const compared = sql`${raw(name)} ${raw(direction === 'ASC' ? '>' : '<')} ${sql.val(value)}`
  return isNullable(by) ? sql`(${compared} or ${raw(name)} is null)` : compared
}

const equal = (name: string, value: unknown): Sql => sql`${raw(name)} is not distinct from ${sql.val(value)}`

/** One column after the other: beyond in the first, or equal there and beyond in the rest. */
const stepwise = (of: Table, alias: string, orderBy: readonly Order[], after: Row): Sql => {
  const [first, ...rest] = orderBy
  if (first === undefined) return raw('false')
  const [name, value] = [of.column(alias, first.by), after[first.by]]
  return sql`(${beyond(name, first, value)} or (${equal(name, value)} and ${stepwise(of, alias, rest, after)}))`
}

/** Compared as one row, which an index of the same columns answers. */
const together = (of: Table, alias: string, orderBy: readonly Order[], after: Row): Sql => {
  const names = raw(orderBy.map(({ by }) => of.column(alias, by)).join(', '))
  const values = sql.join(orderBy.map(({ by }) => sql.val(after[by])))
  return sql`(${names}) ${raw(orderBy[0]?.direction === 'ASC' ? '>' : '<')} (${values})`
}

/** The rows that follow the one with these values, in this order. */
export const keysetSql = (of: Table, alias: string, orderBy: readonly Order[], after: Row): Sql => {
  const isUniform = orderBy.every(
    ({ by, direction }) => !isNullable(by) && direction === orderBy[0]?.direction,
  )
  return isUniform ? together(of, alias, orderBy, after) : stepwise(of, alias, orderBy, after)
}

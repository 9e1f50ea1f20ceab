import type { Condition } from '@content-service/authz'
import { toFragment } from '@content-service/authz/sql'
import {
  type Order,
  type Query,
  type RelatedSelection,
  type Row,
  type Selection,
  type Window,
} from '@content-service/domain'
import { sql, type RawBuilder } from 'kysely'
import { keysetSql } from './keyset.ts'
import { isNullable, type Table, type Tables } from './tables.ts'

export type Sql = RawBuilder<unknown>

const text = (content: string): Sql => sql.raw(content)
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A condition on the rows under an alias. */
export const conditionSql = (of: Table, alias: string, condition: Condition): Sql => {
  const { strings, values } = toFragment(condition, { column: (attribute) => of.column(alias, attribute) })
  // A template tag reads `strings` by index only; what it wants beyond that is `raw`, which Kysely does not use.
  return sql(strings as unknown as TemplateStringsArray, ...values)
}

const windowSql = ({ limit, offset }: Window): Sql =>
  offset > 0 ? sql` limit ${sql.val(limit)} offset ${sql.val(offset)}` : sql` limit ${sql.val(limit)}`

const orderTerm = (of: Table, alias: string, { by, direction }: Order): string =>
  `${of.column(alias, by)} ${direction}${isNullable(by) ? ' nulls last' : ''}`

const orderSql = (of: Table, alias: string, orderBy: readonly Order[]): Sql =>
  text(
    orderBy.length === 0
      ? ''
      : ` order by ${orderBy.map(({ by, direction }) => orderTerm(of, alias, { by, direction })).join(', ')}`,
  )

/** PostgreSQL cuts names at 63 bytes, and clients choose the `as`: the answer calls a relation by its place. */
export const relatedColumn = (place: number): string => `@${place}`

const fieldsSql = (of: Table, alias: string, fields: readonly string[]): readonly Sql[] =>
  fields.map((field) => text(`${of.column(alias, field)} as ${quoted(field)}`))

/** What joins a related row to the one it is read for. */
const linkSql = (from: Table, alias: string, inner: string, { relation }: RelatedSelection): Sql => {
  const { to, here, there, through } = from.relation(relation)
  const outerKey = from.column(alias, here)
  if (through === undefined) return text(`${to.column(inner, there)} = ${outerKey}`)
  const pair = `${inner}p`
  return text(
    `exists (select 1 from ${through.table.name} ${pair} where ${through.table.column(pair, through.from)} = ${outerKey}` +
      ` and ${through.table.column(pair, through.into)} = ${to.column(inner, there)})`,
  )
}

const afterSql = (of: Table, alias: string, orderBy: readonly Order[], after: Row | undefined): Sql =>
  after ? sql` and ${keysetSql(of, alias, orderBy, after)}` : text('')

const filterSql = (to: Table, inner: string, { where }: RelatedSelection): Sql =>
  where ? sql` and ${conditionSql(to, inner, where)}` : text('')

const listedSql = (rows: Sql, to: Table, inner: string, related: RelatedSelection): Sql => {
  const { orderBy = [], window, after } = related
  return sql`${rows}${afterSql(to, inner, orderBy, after)}${orderSql(to, inner, orderBy)}${window ? windowSql(window) : text('')}`
}

/** The columns of the rows that a relation leads to, under the alias `inner`. */
export const linkedSql = (
  from: Table,
  alias: string,
  related: RelatedSelection,
  { inner, columns }: { readonly inner: string; readonly columns: Sql },
): Sql => {
  const { to, kind } = from.relation(related.relation)
  const rows = sql`select ${columns} from ${text(`${to.name} ${inner}`)}
    where ${linkSql(from, alias, inner, related)}${filterSql(to, inner, related)}`
  return kind === 'one' ? rows : listedSql(rows, to, inner, related)
}

const relatedSql = (from: Table, alias: string, related: RelatedSelection, depth: number): Sql => {
  const { to, kind } = from.relation(related.relation)
  const inner = `t${depth}`
  const rows = linkedSql(from, alias, related, {
    inner,
    columns: selectionSql(to, inner, related.select, depth),
  })
  return kind === 'one'
    ? sql`(select row_to_json(r) from (${rows}) r)`
    : sql`(select coalesce(json_agg(row_to_json(r)), '[]') from (${rows}) r)`
}

const selectionSql = (of: Table, alias: string, select: Selection, depth: number): Sql => {
  const related = (select.related ?? []).map(
    (each, place) => sql`${relatedSql(of, alias, each, depth + 1)} as ${text(quoted(relatedColumn(place)))}`,
  )
  const columns = [...fieldsSql(of, alias, select.fields), ...related]
  return columns.length === 0 ? text('1 as "one"') : sql.join(columns, text(', '))
}

const ALWAYS = text('')

/** The columns of the rows that a query finds, under an alias; none of them unless `gate` holds. */
export const fromSql = (
  from: Table,
  { where, orderBy, window, after }: Query,
  { alias, columns, gate = ALWAYS }: { readonly alias: string; readonly columns: Sql; readonly gate?: Sql },
): Sql =>
  sql`select ${columns} from ${text(`${from.name} ${alias}`)} where ${gate}${conditionSql(from, alias, where)}${afterSql(from, alias, orderBy, after)}${orderSql(from, alias, orderBy)}${windowSql(window)}`

/** The one statement that reads a query with everything below it; no rows unless `gate` holds. */
export const queryStatement = (tables: Tables, query: Query, gate?: Sql): Sql => {
  const from = tables.of(query.from)
  const columns = selectionSql(from, 't0', query.select, 0)
  return fromSql(from, query, { alias: 't0', columns, ...(gate && { gate: sql`${gate} and ` }) })
}

/** Counts no further than `atMost`. */
export const countStatement = (from: Table, where: Condition, atMost: number): Sql =>
  sql`select count(*)::int as count from (select 1 from ${text(`${from.name} t0`)} where ${conditionSql(from, 't0', where)} limit ${sql.val(atMost)}) counted`

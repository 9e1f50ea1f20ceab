import type { Condition } from '@content-service/authz'
import { toFragment } from '@content-service/authz/sql'
import {
  relationOf,
  type Collection,
  type Order,
  type Query,
  type RelatedSelection,
  type Row,
  type Selection,
  type Window,
} from '@content-service/domain'
import { sql, type RawBuilder } from 'kysely'
import { keysetSql } from './keyset.ts'
import { column, ordering, tableName } from './tables.ts'

export type Sql = RawBuilder<unknown>

const text = (content: string): Sql => sql.raw(content)
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A condition on the rows under an alias. */
export const conditionSql = (of: Collection, alias: string, condition: Condition): Sql => {
  const { strings, values } = toFragment(condition, { column: (attribute) => column(of, alias, attribute) })
  // A template tag reads `strings` by index only; what it wants beyond that is `raw`, which Kysely does not use.
  return sql(strings as unknown as TemplateStringsArray, ...values)
}

const windowSql = ({ limit, offset }: Window): Sql =>
  offset > 0 ? sql` limit ${sql.val(limit)} offset ${sql.val(offset)}` : sql` limit ${sql.val(limit)}`

const orderSql = (of: Collection, alias: string, orderBy: readonly Order[]): Sql =>
  text(
    orderBy.length === 0
      ? ''
      : ` order by ${orderBy.map(({ by, direction }) => ordering(of, alias, by, direction)).join(', ')}`,
  )

/** PostgreSQL cuts names at 63 bytes, and clients choose the `as`: the answer calls a relation by its place. */
export const relatedColumn = (place: number): string => `@${place}`

const fieldsSql = (of: Collection, alias: string, fields: readonly string[]): readonly Sql[] =>
  fields.map((field) => text(`${column(of, alias, field)} as ${quoted(field)}`))

/** What joins a related row to the one it is read for. */
const linkSql = (from: Collection, alias: string, inner: string, { relation }: RelatedSelection): Sql => {
  const { to, here, there, through } = relationOf(from, relation)
  const outerKey = column(from, alias, here)
  if (through === undefined) return text(`${column(to, inner, there)} = ${outerKey}`)
  const pair = `${inner}p`
  return text(
    `exists (select 1 from ${tableName(through.collection)} ${pair} where ${column(through.collection, pair, through.from)} = ${outerKey}` +
      ` and ${column(through.collection, pair, through.into)} = ${column(to, inner, there)})`,
  )
}

const afterSql = (of: Collection, alias: string, orderBy: readonly Order[], after: Row | undefined): Sql =>
  after ? sql` and ${keysetSql(of, alias, orderBy, after)}` : text('')

const filterSql = (to: Collection, inner: string, { where }: RelatedSelection): Sql =>
  where ? sql` and ${conditionSql(to, inner, where)}` : text('')

const listedSql = (rows: Sql, to: Collection, inner: string, related: RelatedSelection): Sql => {
  const { orderBy = [], window, after } = related
  return sql`${rows}${afterSql(to, inner, orderBy, after)}${orderSql(to, inner, orderBy)}${window ? windowSql(window) : text('')}`
}

/** The columns of the rows that a relation leads to, under the alias `inner`. */
export const linkedSql = (
  from: Collection,
  alias: string,
  related: RelatedSelection,
  { inner, columns }: { readonly inner: string; readonly columns: Sql },
): Sql => {
  const { to, kind } = relationOf(from, related.relation)
  const rows = sql`select ${columns} from ${text(`${tableName(to)} ${inner}`)}
    where ${linkSql(from, alias, inner, related)}${filterSql(to, inner, related)}`
  return kind === 'one' ? rows : listedSql(rows, to, inner, related)
}

const relatedSql = (from: Collection, alias: string, related: RelatedSelection, depth: number): Sql => {
  const { to, kind } = relationOf(from, related.relation)
  const inner = `t${depth}`
  const rows = linkedSql(from, alias, related, {
    inner,
    columns: selectionSql(to, inner, related.select, depth),
  })
  return kind === 'one'
    ? sql`(select row_to_json(r) from (${rows}) r)`
    : sql`(select coalesce(json_agg(row_to_json(r)), '[]') from (${rows}) r)`
}

const selectionSql = (of: Collection, alias: string, select: Selection, depth: number): Sql => {
  const related = (select.related ?? []).map(
    (each, place) => sql`${relatedSql(of, alias, each, depth + 1)} as ${text(quoted(relatedColumn(place)))}`,
  )
  const columns = [...fieldsSql(of, alias, select.fields), ...related]
  return columns.length === 0 ? text('1 as "one"') : sql.join(columns, text(', '))
}

const ALWAYS = text('')

/** The columns of the rows that a query finds, under an alias; none of them unless `gate` holds. */
export const fromSql = (
  { from, where, orderBy, window, after }: Query,
  alias: string,
  columns: Sql,
  gate: Sql = ALWAYS,
): Sql =>
  sql`select ${columns} from ${text(`${tableName(from)} ${alias}`)} where ${gate}${conditionSql(from, alias, where)}${afterSql(from, alias, orderBy, after)}${orderSql(from, alias, orderBy)}${windowSql(window)}`

/** The one statement that reads a query with everything below it; no rows unless `gate` holds. */
export const queryStatement = (query: Query, gate?: Sql): Sql =>
  fromSql(query, 't0', selectionSql(query.from, 't0', query.select, 0), gate && sql`${gate} and `)

/** Counts no further than `atMost`. */
export const countStatement = (from: Collection, where: Condition, atMost: number): Sql =>
  sql`select count(*)::int as count from (select 1 from ${text(`${tableName(from)} t0`)} where ${conditionSql(from, 't0', where)} limit ${sql.val(atMost)}) counted`

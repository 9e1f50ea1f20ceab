import type { Condition } from '@content-service/authz'
import { toFragment } from '@content-service/authz/sql'
import { type RelatedSelection, type Row, type Selection } from '@content-service/domain'
import type { KeptCount, Order, Query, Window } from '@content-service/domain/reading'
import { sql } from 'kysely'
import type { Sql } from '../sql.ts'
import { keysetSql } from './keyset.ts'
import { isNullable, type Table, type Tables } from './tables.ts'

const NOTHING = sql``

/** Triggers keep these numbers (decision 72). */
const KEPT_COUNTS: Readonly<Record<KeptCount, Sql>> = {
  'listed users': sql`(select coalesce(sum(users), 0) from user_counts)`,
}

/** A condition on the rows under an alias. */
export const conditionSql = (of: Table, alias: string, condition: Condition): Sql => {
  const { strings, values } = toFragment(condition, {
    column: (attribute) => ({ value: of.column(alias, attribute) }),
    textArrays: true,
    keepReferences: true,
    // The only attribute of a caller that a rule can use is the id of the user.
    kindOf: () => 'integer',
  })
  return sql(strings, ...values)
}

const windowSql = ({ limit, offset }: Window): Sql =>
  offset > 0 ? sql` limit ${limit} offset ${offset}` : sql` limit ${limit}`

const orderTerm = (of: Table, alias: string, { by, direction }: Order): Sql =>
  sql`${of.column(alias, by)}${direction === 'ASC' ? NOTHING : sql` desc`}${isNullable(by) ? sql` nulls last` : NOTHING}`

const orderSql = (of: Table, alias: string, orderBy: readonly Order[]): Sql =>
  orderBy.length === 0
    ? NOTHING
    : sql` order by ${sql.join(orderBy.map((order) => orderTerm(of, alias, order)))}`

/**
 * PostgreSQL cuts names at 63 bytes, and clients choose the `as`: a statement names a relation by its place instead.
 */
export const relatedColumn = (place: number): string => `@${place}`

const fieldsSql = (of: Table, alias: string, fields: readonly string[]): readonly Sql[] =>
  fields.map((field) => of.resultColumn(alias, field))

/** The condition that joins a related row to its parent row. */
const linkSql = (from: Table, alias: string, inner: string, { relation }: RelatedSelection): Sql => {
  const { to, here, there, through } = from.relation(relation)
  const outerKey = from.column(alias, here)
  if (through === undefined) return sql`${to.column(inner, there)} = ${outerKey}`
  const pair = `${inner}p`
  return sql`exists (select 1 from ${through.table.under(pair)} where ${through.table.column(pair, through.from)} = ${outerKey}
    and ${through.table.column(pair, through.into)} = ${to.column(inner, there)})`
}

const afterSql = (of: Table, alias: string, orderBy: readonly Order[], after: Row | undefined): Sql =>
  after ? sql` and ${keysetSql(of, alias, orderBy, after)}` : NOTHING

const filterSql = (to: Table, inner: string, { where }: RelatedSelection): Sql =>
  where ? sql` and ${conditionSql(to, inner, where)}` : NOTHING

const listedSql = (rows: Sql, to: Table, inner: string, related: RelatedSelection): Sql => {
  const { orderBy = [], window, after } = related
  return sql`${rows}${afterSql(to, inner, orderBy, after)}${orderSql(to, inner, orderBy)}${window ? windowSql(window) : NOTHING}`
}

/** The columns of the rows of a relation, under the alias `inner`. */
export const linkedSql = (
  from: Table,
  alias: string,
  related: RelatedSelection,
  { inner, columns }: { readonly inner: string; readonly columns: Sql },
): Sql => {
  const { to, kind } = from.relation(related.relation)
  const rows = sql`select ${columns} from ${to.under(inner)}
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
    (each, place) => sql`${relatedSql(of, alias, each, depth + 1)} as ${sql.id(relatedColumn(place))}`,
  )
  const columns = [...fieldsSql(of, alias, select.fields), ...related]
  return columns.length === 0 ? sql`1 as one` : sql.join(columns)
}

/** The columns of the rows of a query, under an alias; no rows unless `gate` is true. */
export const fromSql = (
  from: Table,
  { where, orderBy, window, after }: Query,
  { alias, columns, gate = NOTHING }: { readonly alias: string; readonly columns: Sql; readonly gate?: Sql },
): Sql<Row> =>
  sql`select ${columns} from ${from.under(alias)} where ${gate}${conditionSql(from, alias, where)}${afterSql(from, alias, orderBy, after)}${orderSql(from, alias, orderBy)}${windowSql(window)}`

/** The one statement that reads a query with all its relations; no rows unless `gate` is true. */
export const queryStatement = (tables: Tables, query: Query, gate?: Sql): Sql<Row> => {
  const from = tables.of(query.from)
  const columns = selectionSql(from, 't0', query.select, 0)
  return fromSql(from, query, { alias: 't0', columns, ...(gate && { gate: sql`${gate} and ` }) })
}

/** The number of matching rows, counted no further than `atMost`. */
export const countStatement = (
  tables: Tables,
  { from, where, keptCount }: Pick<Query, 'from' | 'where' | 'keptCount'>,
  atMost: number,
): Sql<{ count: number }> => {
  if (keptCount) return sql`select least(${KEPT_COUNTS[keptCount]}, ${atMost})::int as count`
  const table = tables.of(from)
  return sql`select count(*)::int as count from (select 1 from ${table.under('t0')} where ${conditionSql(table, 't0', where)} limit ${atMost}) counted`
}

import { type RelatedSelection, type Row, type Selection } from '@content-service/domain'
import type { KeptCount, Order, Query, Window } from '@content-service/domain/reading'
import { sql } from 'kysely'
import type { Sql } from '../sql.ts'
import { conditionSql, type Parent } from './conditions.ts'
import { listRanges, type Range } from './keyset.ts'
import { listTerms, type OrderTerm } from './order-terms.ts'
import type { Table, Tables } from './tables.ts'

const NOTHING = sql``

/** Triggers keep these numbers (decision 72). */
const KEPT_COUNTS: Readonly<Record<KeptCount, Sql>> = {
  'listed users': sql`(select coalesce(sum(users), 0) from user_counts)`,
}

const windowSql = ({ limit, offset }: Window): Sql =>
  offset > 0 ? sql` limit ${limit} offset ${offset}` : sql` limit ${limit}`

/** PostgreSQL sorts null as the greatest value, but a descending list ends with null. Other columns can use an index. */
const writeTerm = ({ column, direction, isNullable }: OrderTerm): Sql =>
  sql`${column}${direction === 'ASC' ? NOTHING : sql` desc`}${isNullable ? sql` nulls last` : NOTHING}`

const orderSql = (terms: readonly OrderTerm[]): Sql =>
  terms.length === 0 ? NOTHING : sql` order by ${sql.join(terms.map(writeTerm))}`

/** The rows of a list: which ones, in which order. */
interface Rows {
  readonly of: Table
  readonly alias: string
  readonly where: Sql
  readonly orderBy: readonly Order[]
  readonly window: Window | undefined
  readonly after: Row | undefined
}

/**
 * The columns of rows. PostgreSQL would make the columns of the rows that an offset skips, too, with all lists in them: it
 * chooses the rows first.
 */
const selectRows = ({ of, alias, where, orderBy, window, after }: Rows, columns: Sql): Sql => {
  const all: Range = { where, terms: listTerms(of, alias, orderBy) }
  const end = window ? windowSql(window) : NOTHING
  const select = (chosen: Sql, range: Range): Sql =>
    sql`select ${chosen} from ${of.under(alias)} where ${range.where}${orderSql(range.terms)}${end}`
  const from = (chosen: Sql): Sql => sql`select ${columns} from (${chosen}) ${sql.id(alias)}`
  if (after === undefined)
    return window && window.offset > 0 ? from(select(sql`*`, all)) : select(columns, all)
  const ranges = listRanges(of, alias, orderBy, after).map((range) => ({
    ...range,
    where: sql`${where} and ${range.where}`,
  }))
  const [first = all, ...further] = ranges
  if (further.length === 0) return select(columns, first)
  // Each range has its own first rows: PostgreSQL would read all rows before the page for one condition with or.
  const chosen = ranges.map((range) => sql`(${select(sql`*`, range)})`)
  return from(
    sql`select * from (${sql.join(chosen, sql` union all `)}) ${sql.id(alias)}${orderSql(all.terms)}${end}`,
  )
}

/** The condition that joins a related row to its parent row. */
const linkSql = (from: Table, alias: string, inner: string, { relation }: RelatedSelection): Sql => {
  const { to, here, there, through } = from.relation(relation)
  const outerKey = from.column(alias, here)
  if (through === undefined) return sql`${to.column(inner, there)} = ${outerKey}`
  const pair = `${inner}p`
  return sql`exists (select 1 from ${through.table.under(pair)} where ${through.table.column(pair, through.from)} = ${outerKey}
    and ${through.table.column(pair, through.into)} = ${to.column(inner, there)})`
}

/** The columns of the rows of a relation, under the alias `inner`. */
export const selectRelated = (
  from: Table,
  alias: string,
  related: RelatedSelection,
  { inner, columns }: { readonly inner: string; readonly columns: Sql },
): Sql => {
  const { to, kind, here, there, through } = from.relation(related.relation)
  const { orderBy = [], window, after, where } = related
  const parent: Parent | undefined = through ? undefined : { of: from, alias, here, there }
  const link = linkSql(from, alias, inner, related)
  const rows = {
    of: to,
    alias: inner,
    where: where ? sql`${link} and ${conditionSql(to, inner, where, parent)}` : link,
  }
  return kind === 'one'
    ? selectRows({ ...rows, orderBy: [], window: undefined, after: undefined }, columns)
    : selectRows({ ...rows, orderBy, window, after }, columns)
}

/**
 * PostgreSQL cuts names at 63 bytes, and clients choose the `as`: a statement names a relation by its place instead.
 */
export const relatedColumn = (place: number): string => `@${place}`

/** The rows of a relation as JSON. */
const relatedSql = (from: Table, alias: string, related: RelatedSelection, depth: number): Sql => {
  const { to, kind } = from.relation(related.relation)
  const inner = `t${depth}`
  const columns = selectionSql(to, inner, related.select, depth)
  const rows = selectRelated(from, alias, related, { inner, columns })
  return kind === 'one'
    ? sql`(select row_to_json(r) from (${rows}) r)`
    : sql`(select coalesce(json_agg(row_to_json(r)), '[]') from (${rows}) r)`
}

/** The columns of a selection, in the order of `listColumnNames`. */
export const selectionSql = (of: Table, alias: string, select: Selection, depth: number): Sql => {
  const fields = select.fields.map((field) => of.resultColumn(alias, field))
  const related = (select.related ?? []).map(
    (each, place) => sql`${relatedSql(of, alias, each, depth + 1)} as ${sql.id(relatedColumn(place))}`,
  )
  const columns = [...fields, ...related]
  return columns.length === 0 ? sql`1 as one` : sql.join(columns)
}

export const listColumnNames = ({ fields, related = [] }: Selection): readonly string[] => [
  ...fields,
  ...related.map((_, place) => relatedColumn(place)),
]

/** The columns of the rows of a query, under an alias; no rows unless `gate` is true. */
export const selectQuery = (
  of: Table,
  { where, orderBy, window, after }: Query,
  { alias, columns, gate }: { readonly alias: string; readonly columns: Sql; readonly gate?: Sql },
): Sql<Row> => {
  const matches = conditionSql(of, alias, where)
  const rows = { of, alias, where: gate ? sql`${gate} and ${matches}` : matches, orderBy, window, after }
  // The columns are those of the selection.
  return selectRows(rows, columns) as Sql<Row>
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

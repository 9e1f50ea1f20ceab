import { relatedColumn, tallyColumn } from '../tables/result-columns.ts'
import { type RelatedSelection, type Row, type Selection } from '@content-service/domain'
import type { KeptCount, Order, Query, Tally, Window } from '@content-service/domain/internal/reading'
import type { Condition } from '@content-service/authz'
import { JOINED, type Collection } from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'
import { conditionSql, type Parent } from './conditions.ts'
import { impliesLink } from './implied-links.ts'
import { listFromEnd, listRanges, type Position, type Range } from './keyset.ts'
import { matchSql } from './lead.ts'
import { listTerms, reverse, type OrderTerm, type PlaceOf, type ReverseTerm } from './order-terms.ts'
import type { Table, Tables } from '../tables/tables.ts'

const NOTHING = sql``

/** Triggers keep these numbers (decision 72). */
const KEPT_COUNTS: Readonly<Record<KeptCount, Sql>> = {
  'listed users': sql`(select coalesce(sum(users), 0) from user_counts)`,
}

const windowSql = ({ limit, offset }: Window): Sql =>
  offset > 0 ? sql` limit ${limit} offset ${offset}` : sql` limit ${limit}`

/** PostgreSQL sorts null as the greatest value, but a descending list ends with null. Other columns can use an index. */
const writeTerm = ({ column, direction, isNullable, isReverse }: ReverseTerm): Sql =>
  sql`${column}${direction === 'ASC' ? NOTHING : sql` desc`}${isNullable ? (isReverse ? sql` nulls first` : sql` nulls last`) : NOTHING}`

const orderSql = (terms: readonly ReverseTerm[]): Sql =>
  terms.length === 0 ? NOTHING : sql` order by ${sql.join(terms.map(writeTerm))}`

/** The rows of a list: which ones, in which order. */
interface Rows {
  readonly of: Table
  readonly alias: string
  readonly where: Sql
  readonly orderBy: readonly Order[]
  readonly window: Window | undefined
  readonly after: Row | undefined
  readonly before: Row | undefined
  readonly isBackward: boolean | undefined
  readonly placeOf?: PlaceOf | undefined
}

/**
 * The columns of rows. PostgreSQL would make the columns of the rows that an offset skips, too, with all lists in them: it
 * chooses the rows first.
 */
const selectRows = (rows: Rows, columns: Sql): Sql => {
  const { of, alias, window } = rows
  const from = (chosen: Sql): Sql => sql`select ${columns} from (${chosen}) ${sql.id(alias)}`
  const [first, ...further] = listParts(rows)
  if (first === undefined) throw new Error('A list has rows.')
  if (further.length === 0) {
    const skips = window !== undefined && window.offset > 0
    return skips ? from(selectPart(rows, sql`*`, first)) : selectPart(rows, columns, first)
  }
  // Each range has its own first rows: PostgreSQL would read all rows before the page for one condition with or.
  const chosen = [first, ...further].map((part) => sql`(${selectPart(rows, sql`*`, part)})`)
  const order = orderRows(rows, listTerms(of, alias, rows.orderBy))
  return from(
    sql`select * from (${sql.join(chosen, sql` union all `)}) ${sql.id(alias)}${order}${endSql(rows)}`,
  )
}

const endSql = ({ window }: Rows): Sql => (window ? windowSql(window) : NOTHING)

/** A list that is read backward comes in the reverse order. */
const orderRows = ({ isBackward = false }: Rows, terms: readonly OrderTerm[]): Sql =>
  orderSql(isBackward ? reverse(terms) : terms)

/** The first rows of a part of a list. */
const selectPart = (rows: Rows, chosen: Sql, { where, terms }: Range): Sql =>
  sql`select ${chosen} from ${rows.of.under(rows.alias)} where ${where}${orderRows(rows, terms)}${endSql(rows)}`

/** The row at which a page begins or ends. */
const findPosition = ({ orderBy, after, before, placeOf }: Rows): Position | undefined => {
  if (after && before) throw new Error('A page begins after a row or ends before one.')
  if (after) return { orderBy, row: after, side: 'after', placeOf }
  return before && { orderBy, row: before, side: 'before', placeOf }
}

/** The ranges of a page after or before a row; otherwise the list has one part. */
const listParts = (rows: Rows): readonly Range[] => {
  const { of, alias, where, orderBy, isBackward = false, placeOf } = rows
  const position = findPosition(rows)
  if (position === undefined && !isBackward) return [{ where, terms: listTerms(of, alias, orderBy, placeOf) }]
  const ranges = position
    ? listRanges(of, alias, position)
    : listFromEnd(listTerms(of, alias, orderBy, placeOf))
  const within = ranges.map((range) => ({ ...range, where: sql`${where} and ${range.where}` }))
  // The ranges after a row come in the order of the list, and others in the reverse order.
  return isBackward === (position?.side === 'after') ? within.toReversed() : within
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

/** C14.2: finds the place of a record among the links of its parent. */
const createPlaceOf = (from: Table, alias: string, { relation }: RelatedSelection): PlaceOf | undefined => {
  const { here, through } = from.relation(relation)
  if (through === undefined) return undefined
  const { table } = through
  const pair = `${alias}o`
  return (id) => sql`(select ${table.column(pair, JOINED.place)} from ${table.under(pair)}
    where ${table.column(pair, through.from)} = ${from.column(alias, here)} and ${table.column(pair, through.into)} = ${id})`
}

const WHOLE = { orderBy: [], window: undefined, after: undefined, before: undefined, isBackward: undefined }

/** The columns of the rows of a relation, under the alias `inner`. */
export const selectRelated = (
  from: Table,
  alias: string,
  related: RelatedSelection,
  { inner, columns }: { readonly inner: string; readonly columns: Sql },
): Sql => {
  const { to, kind, here, there, through } = from.relation(related.relation)
  const { orderBy = [], window, after, before, isBackward, where } = related
  const parent: Parent | undefined = through ? undefined : { of: from, alias, here, there }
  const link = linkSql(from, alias, inner, related)
  const placeOf = createPlaceOf(from, alias, related)
  const rows = {
    of: to,
    alias: inner,
    where: where ? sql`${link} and ${conditionSql(to, inner, where, parent)}` : link,
  }
  return kind === 'one'
    ? selectRows({ ...rows, ...WHOLE }, columns)
    : selectRows({ ...rows, orderBy, window, after, before, isBackward, placeOf }, columns)
}

/** A number of related rows. */
const tallySql = (
  from: Table,
  alias: string,
  related: RelatedSelection,
  [{ where, atMost }, depth]: readonly [Tally, number],
): Sql => {
  const { window: _, after: _after, before: _before, orderBy: _order, ...list } = related
  const columns = sql`1`
  const rows = selectRelated(from, alias, { ...list, where }, { inner: `t${depth}`, columns })
  return sql`(select count(*)::int from (${rows} limit ${atMost}) counted)`
}

/** Where the rows come from that a selection shows, and which ones they are. */
interface Shown {
  readonly of: Table
  readonly alias: string
  readonly where: Condition | undefined
}

/** Whether only the key of a linked record is selected, and the condition of the rows says that it may be shown. */
const isKnown = ({ of, where }: Shown, related: RelatedSelection): boolean => {
  const { there } = of.relation(related.relation)
  const { fields, related: further = [] } = related.select
  const isKey = further.length === 0 && fields.length === 1 && fields[0] === there
  return isKey && !!where && !!related.where && impliesLink(where, related.relation, related.where)
}

/** The rows of a relation as JSON. */
const relatedSql = (shown: Shown, related: RelatedSelection, depth: number): Sql => {
  const { of: from, alias } = shown
  const { to, kind, here, there } = from.relation(related.relation)
  if (isKnown(shown, related)) return sql`json_build_object(${sql.lit(there)}, ${from.column(alias, here)})`
  const inner = `t${depth}`
  const columns = selectionSql({ of: to, alias: inner, where: related.where }, related.select, depth)
  const rows = selectRelated(from, alias, related, { inner, columns })
  return kind === 'one'
    ? sql`(select row_to_json(r) from (${rows}) r)`
    : sql`(select coalesce(json_agg(row_to_json(r)), '[]') from (${rows}) r)`
}

/** The columns of a selection, in the order of `listColumnNames`. */
export const selectionSql = (shown: Shown, select: Selection, depth: number): Sql => {
  const { of, alias } = shown
  const fields = select.fields.map((field) => of.resultColumn(alias, field))
  const related = (select.related ?? []).map(
    (each, place) => sql`${relatedSql(shown, each, depth + 1)} as ${sql.id(relatedColumn(place))}`,
  )
  const tallies = (select.related ?? []).flatMap((each, place) =>
    (each.tallies ?? []).map(
      (tally, number) =>
        sql`${tallySql(of, alias, each, [tally, depth + 1])} as ${sql.id(tallyColumn(place, number))}`,
    ),
  )
  const columns = [...fields, ...related, ...tallies]
  return columns.length === 0 ? sql`1 as one` : sql.join(columns)
}

export const listColumnNames = ({ fields, related = [] }: Selection): readonly string[] => [
  ...fields,
  ...related.map((_, place) => relatedColumn(place)),
  ...related.flatMap(({ tallies = [] }, place) => tallies.map((_, number) => tallyColumn(place, number))),
]

/** The columns of the rows of a query, under an alias; no rows unless `gate` is true. */
export const selectQuery = (
  of: Table,
  { where, lead, orderBy, window, after, before, isBackward }: Query,
  { alias, columns, gate }: { readonly alias: string; readonly columns: Sql; readonly gate?: Sql },
): Sql<Row> => {
  const matches = matchSql(of, alias, { where, lead })
  const list = { orderBy, window, after, before, isBackward }
  const rows = { of, alias, where: gate ? sql`${gate} and ${matches}` : matches, ...list }
  // The columns are those of the selection.
  return selectRows(rows, columns) as Sql<Row>
}

/** The number of matching rows, counted no further than `atMost`. */
export const countStatement = (
  tables: Tables,
  { from, where, keptCount, lead }: Pick<Query, 'from' | 'where' | 'keptCount' | 'lead'>,
  atMost: number,
): Sql<{ count: number }> => {
  if (keptCount) return sql`select least(${KEPT_COUNTS[keptCount]}, ${atMost})::int as count`
  const table = tables.of(from)
  return sql`select count(*)::int as count from (select 1 from ${table.under('t0')} where ${matchSql(table, 't0', { where, lead })} limit ${atMost}) counted`
}

/** The numbers of the rows that match each condition, as the columns of one row. */
export const countEachStatement = (
  tables: Tables,
  { from, wheres }: { readonly from: Collection; readonly wheres: readonly Condition[] },
  atMost: number,
): Sql<Readonly<Record<string, number>>> => {
  const table = tables.of(from)
  const columns = wheres.map(
    (where, place) =>
      sql`(select count(*)::int from (select 1 from ${table.under('t0')} where ${conditionSql(table, 't0', where)} limit ${atMost}) counted) as ${sql.id(String(place))}`,
  )
  return sql`select ${sql.join(columns)}`
}

import type { RelatedSelection, Selection } from '@content-service/domain'
import type { Query } from '@content-service/domain/reading'
import { sql } from 'kysely'
import type { Sql } from '../sql.ts'
import { fromSql, linkedSql } from './statement.ts'
import type { Table, Tables } from './tables.ts'

/** The bytes of the other fields of a record. */
const REST_OF_ROW = 1_000
/** The number of records of a relation that has no window. */
const WHOLE_RELATION = 100

const listLongFields = (of: Table, { fields }: Selection): readonly (readonly [string, number])[] =>
  Object.entries(of.long).filter(([name]) => fields.includes(name))

/** The most bytes of one record with all its selected relations. */
const computeRowBound = (of: Table, select: Selection): number => {
  const own = listLongFields(of, select).reduce((sum, [, most]) => sum + most, REST_OF_ROW)
  return (select.related ?? []).reduce((sum, related) => sum + computeRelatedBound(of, related), own)
}

const computeRelatedBound = (of: Table, { relation, select, window }: RelatedSelection): number => {
  const { to, kind } = of.relation(relation)
  return (kind === 'one' ? 1 : (window?.limit ?? WHOLE_RELATION)) * computeRowBound(to, select)
}

/** The most bytes of the result of a query. */
export const computeBound = (tables: Tables, { from, window, select }: Query): number =>
  window.limit * computeRowBound(tables.of(from), select)

const addSizes = (parts: readonly Sql[]): Sql => sql.join(parts, sql` + `)

/** PostgreSQL knows the length of a long text without reading it. */
const rowSizeSql = (of: Table, alias: string, select: Selection, depth: number): Sql => {
  const long = listLongFields(of, select).map(
    ([name]) => sql`coalesce(octet_length(${of.column(alias, name)}::text), 0)`,
  )
  const related = (select.related ?? []).map((each) => relatedSizeSql(of, alias, each, depth + 1))
  return addSizes([sql.lit(REST_OF_ROW / 10), ...long, ...related])
}

const sumSql = (rows: Sql): Sql => sql`(select coalesce(sum(size), 0) from (${rows}) sized)`

const relatedSizeSql = (from: Table, alias: string, related: RelatedSelection, depth: number): Sql => {
  const { to } = from.relation(related.relation)
  const inner = `s${depth}`
  return sumSql(
    linkedSql(from, alias, related, {
      inner,
      columns: sql`${rowSizeSql(to, inner, related.select, depth)} as size`,
    }),
  )
}

/** The approximate bytes of the result of a query, as one number. */
export const sizeSql = (tables: Tables, query: Query): Sql => {
  const from = tables.of(query.from)
  const columns = sql`${rowSizeSql(from, 's0', query.select, 0)} as size`
  return sumSql(fromSql(from, query, { alias: 's0', columns }))
}

import type { RelatedSelection, Selection } from '@content-service/domain'
import type { Query } from '@content-service/domain/internal/reading'
import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'
import { relatedColumn } from '../tables/result-columns.ts'
import { selectQuery, selectRelated } from './statement.ts'
import type { Table } from '../tables/tables.ts'

/** The bytes of the other fields of a record. */
const REST_OF_ROW = 1_000
/** The number of records of a relation that has no window. */
const WHOLE_RELATION = 100

const listLongFields = (of: Table, { fields }: Selection): readonly (readonly [string, number])[] =>
  Object.entries(of.long).filter(([name]) => fields.includes(name))

/** The most bytes of one record with all its selected relations. */
export const computeRowBound = (of: Table, select: Selection): number => {
  const own = listLongFields(of, select).reduce((sum, [, most]) => sum + most, REST_OF_ROW)
  return (select.related ?? []).reduce((sum, related) => sum + computeRelatedBound(of, related), own)
}

const computeRelatedBound = (of: Table, { relation, select, window }: RelatedSelection): number => {
  const { to, kind } = of.relation(relation)
  return (kind === 'one' ? 1 : (window?.limit ?? WHOLE_RELATION)) * computeRowBound(to, select)
}

const addSizes = (parts: readonly Sql[]): Sql => sql.join([sql.lit(REST_OF_ROW / 10), ...parts], sql` + `)

/** PostgreSQL knows the length of a long text without reading it. */
const textSize = (text: Sql): Sql => sql`coalesce(octet_length(${text}::text), 0)`

/** The bytes of a row of a selection that PostgreSQL has made, with its lists. */
export const madeRowSize = (of: Table, select: Selection): Sql =>
  addSizes([
    ...listLongFields(of, select).map(([name]) => textSize(sql.id(name))),
    ...(select.related ?? []).map(
      (_, place) => sql`coalesce(pg_column_size(${sql.id(relatedColumn(place))}), 0)`,
    ),
  ])

/** The bytes of a row with its lists, before PostgreSQL makes them. */
const rowSize = (of: Table, alias: string, select: Selection, depth: number): Sql =>
  addSizes([
    ...listLongFields(of, select).map(([name]) => textSize(of.column(alias, name))),
    ...(select.related ?? []).map((each) => relatedSize(of, alias, each, depth + 1)),
  ])

const sumSizes = (rows: Sql): Sql => sql`(select coalesce(sum(size), 0) from (${rows}) sized)`

const relatedSize = (from: Table, alias: string, related: RelatedSelection, depth: number): Sql => {
  const { to } = from.relation(related.relation)
  const inner = `s${depth}`
  const columns = sql`${rowSize(to, inner, related.select, depth)} as size`
  return sumSizes(selectRelated(from, alias, related, { inner, columns }))
}

/** The approximate bytes of the result of a query, as one number. */
export const querySize = (from: Table, query: Query): Sql => {
  const columns = sql`${rowSize(from, 's0', query.select, 0)} as size`
  return sumSizes(selectQuery(from, query, { alias: 's0', columns }))
}

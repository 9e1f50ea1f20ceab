import type { Query, RelatedSelection, Selection } from '@content-service/domain'
import { sql } from 'kysely'
import type { Sql } from '../sql.ts'
import { fromSql, linkedSql } from './statement.ts'
import type { Table, Tables } from './tables.ts'

/** Bytes of the other fields of a record. */
const REST_OF_ROW = 1_000
/** Records of a relation that is read whole. */
const WHOLE_RELATION = 100

const longFieldsOf = (of: Table, { fields }: Selection): readonly (readonly [string, number])[] =>
  Object.entries(of.long).filter(([name]) => fields.includes(name))

/** The most bytes that one record may take with all that is read below it. */
const boundOfRow = (of: Table, select: Selection): number => {
  const own = longFieldsOf(of, select).reduce((sum, [, most]) => sum + most, REST_OF_ROW)
  return (select.related ?? []).reduce((sum, related) => sum + boundOfRelated(of, related), own)
}

const boundOfRelated = (of: Table, { relation, select, window }: RelatedSelection): number => {
  const { to, kind } = of.relation(relation)
  return (kind === 'one' ? 1 : (window?.limit ?? WHOLE_RELATION)) * boundOfRow(to, select)
}

/** The most bytes that the result of a query may take. */
export const computeBound = (tables: Tables, { from, window, select }: Query): number =>
  window.limit * boundOfRow(tables.of(from), select)

const plus = (parts: readonly Sql[]): Sql => sql.join(parts, sql` + `)

/** PostgreSQL knows the length of a long text without reading it. */
const rowSize = (of: Table, alias: string, select: Selection, depth: number): Sql => {
  const long = longFieldsOf(of, select).map(
    ([name]) => sql`coalesce(octet_length(${of.column(alias, name)}::text), 0)`,
  )
  const related = (select.related ?? []).map((each) => relatedSize(of, alias, each, depth + 1))
  return plus([sql.lit(REST_OF_ROW / 10), ...long, ...related])
}

const sumOf = (rows: Sql): Sql => sql`(select coalesce(sum(size), 0) from (${rows}) sized)`

const relatedSize = (from: Table, alias: string, related: RelatedSelection, depth: number): Sql => {
  const { to } = from.relation(related.relation)
  const inner = `s${depth}`
  return sumOf(
    linkedSql(from, alias, related, {
      inner,
      columns: sql`${rowSize(to, inner, related.select, depth)} as size`,
    }),
  )
}

/** About the bytes of the result of a query, as one number. */
export const sizeSql = (tables: Tables, query: Query): Sql => {
  const from = tables.of(query.from)
  const columns = sql`${rowSize(from, 's0', query.select, 0)} as size`
  return sumOf(fromSql(from, query, { alias: 's0', columns }))
}

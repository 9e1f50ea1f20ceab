import type { Reference } from '@content-service/authz'
import type { Row } from '@content-service/domain'
import type { Query } from '@content-service/domain/internal/reading'
import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'
import { computeRowBound, madeRowSize, querySize } from './size.ts'
import { listColumnNames, selectionSql, selectQuery } from './statement.ts'
import type { Table, Tables } from '../tables/tables.ts'

/** The most bytes of a result, or a reference to them in a prepared statement. */
export type Most = number | Reference

/** The last column of a read that can be too large: the bytes of the rows up to its row; null if they were measured before. */
export const BYTES = '@bytes'

/** PostgreSQL makes a row before it knows its size. A row that may be larger is measured before it is made. */
const LARGEST_ROW = 64 * 1_048_576

/** True, or the error that `isRefused` recognizes. */
const fits = (size: Sql, most: Most): Sql =>
  sql`case when ${size} <= ${most} then true else refuse_response() end`

const REFUSED = 'RL001'

/** Whether a statement has ended because its result would be too large. */
export const isRefused = (error: unknown): boolean => (error as { readonly code?: unknown }).code === REFUSED

const selectColumns = (from: Table, { select, where }: Query): Sql =>
  selectionSql({ of: from, alias: 't0', where }, select, 0)

/** Adds up the bytes of the rows while PostgreSQL makes them, and ends with the row that is too much. */
const addUp = (from: Table, query: Query, most: Most): Sql<Row> => {
  const rows = selectQuery(from, query, { alias: 't0', columns: selectColumns(from, query) })
  // PostgreSQL would compute each list twice if it merged the levels. A limit prevents this, and so does an offset.
  const apart = query.window.offset > 0 ? sql`${rows} offset 0` : rows
  const columns = sql.join([...listColumnNames(query.select), BYTES].map((name) => sql.id('summed', name)))
  const size = madeRowSize(from, query.select)
  return sql`select ${columns} from (
    select made.*, sum(${size}) over (rows unbounded preceding) as ${sql.id(BYTES)} from (${apart}) made
  ) summed where ${fits(sql.id(BYTES), most)}`
}

/** Measures the rows, and makes them only if they fit. */
const measureFirst = (from: Table, query: Query, most: Most): Sql<Row> => {
  const size = sql`(select ${querySize(from, query)} as size)`
  const gate = sql`(select ${fits(sql`measured.size`, most)} from ${size} measured)`
  const columns = sql`${selectColumns(from, query)}, null::bigint as ${sql.id(BYTES)}`
  return selectQuery(from, query, { alias: 't0', columns, gate })
}

/**
 * The one statement that reads a query with all its relations. It fails if its result is larger than `most` bytes, without
 * making more than that (C12.5, decision 58); null for a result that is never too large.
 */
export const queryStatement = (tables: Tables, query: Query, most: Most | null): Sql<Row> => {
  const from = tables.of(query.from)
  if (most === null) return selectQuery(from, query, { alias: 't0', columns: selectColumns(from, query) })
  const isMeasured = computeRowBound(from, query.select) > LARGEST_ROW
  return isMeasured ? measureFirst(from, query, most) : addUp(from, query, most)
}

/** The most bytes of the result of a query. */
export const computeBound = (tables: Tables, { from, window, select }: Query): number =>
  window.limit * computeRowBound(tables.of(from), select)

import {
  relationOf,
  type Collection,
  type Query,
  type RelatedSelection,
  type Selection,
} from '@content-service/domain'
import { sql } from 'kysely'
import { fromSql, linkedSql, type Sql } from './statement.ts'
import { column } from './tables.ts'

/** The fields whose values may be long, with their most bytes. */
const LONG_FIELDS: Partial<Record<Collection, Readonly<Record<string, number>>>> = {
  users: { profile: 10_000, settings: 80_000, preferences: 10_000 },
  articles: { content: 2_000_000 },
  revisions: { content: 2_000_000 },
  comments: { content: 40_000 },
  products: { description: 40_000 },
  events: { data: 2_100_000 },
}

/** Bytes of the other fields of a record. */
const REST_OF_ROW = 1_000
/** Records of a relation that is read whole. */
const WHOLE_RELATION = 100

const longFieldsOf = (of: Collection, { fields }: Selection): readonly (readonly [string, number])[] =>
  Object.entries(LONG_FIELDS[of] ?? {}).filter(([name]) => fields.includes(name))

/** The most bytes that one record may take with all that is read below it. */
const boundOfRow = (of: Collection, select: Selection): number => {
  const own = longFieldsOf(of, select).reduce((sum, [, most]) => sum + most, REST_OF_ROW)
  return (select.related ?? []).reduce((sum, related) => sum + boundOfRelated(of, related), own)
}

const boundOfRelated = (of: Collection, { relation, select, window }: RelatedSelection): number => {
  const { to, kind } = relationOf(of, relation)
  return (kind === 'one' ? 1 : (window?.limit ?? WHOLE_RELATION)) * boundOfRow(to, select)
}

/** The most bytes that the result of a query may take. */
export const computeBound = ({ from, window, select }: Query): number =>
  window.limit * boundOfRow(from, select)

const plus = (parts: readonly Sql[]): Sql => sql.join(parts, sql` + `)

/** PostgreSQL knows the length of a long text without reading it. */
const rowSize = (of: Collection, alias: string, select: Selection, depth: number): Sql => {
  const long = longFieldsOf(of, select).map(
    ([name]) => sql`coalesce(octet_length(${sql.raw(column(of, alias, name))}::text), 0)`,
  )
  const related = (select.related ?? []).map((each) => relatedSize(of, alias, each, depth + 1))
  return plus([sql.raw(String(REST_OF_ROW / 10)), ...long, ...related])
}

const sumOf = (rows: Sql): Sql => sql`(select coalesce(sum(size), 0) from (${rows}) sized)`

const relatedSize = (from: Collection, alias: string, related: RelatedSelection, depth: number): Sql => {
  const { to } = relationOf(from, related.relation)
  const inner = `s${depth}`
  return sumOf(
    linkedSql(from, alias, related, {
      inner,
      columns: sql`${rowSize(to, inner, related.select, depth)} as size`,
    }),
  )
}

/** About the bytes of the result of a query, as one number. */
export const sizeSql = (query: Query): Sql =>
  sumOf(fromSql(query, 's0', sql`${rowSize(query.from, 's0', query.select, 0)} as size`))

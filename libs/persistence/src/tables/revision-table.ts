import type { RecordType } from '@content-service/domain'
import { getRevisionType } from '@content-service/domain/internal/model'
import { memoize } from '@content-service/domain/internal/rules'
import { sql } from 'kysely'
import { toSnakeCase } from '../statements/rows.ts'
import { precompile, type Sql } from '../statements/sql.ts'

/**
 * Where the revisions of a type are. The values without a column are in the column `contents`, by the names of attributes, and
 * the long ones in `long_contents`.
 */
export interface RevisionTable {
  readonly name: string
  /** The column with the id of the record. */
  readonly record: string
  /** The attributes that have columns. */
  readonly columns: readonly string[]
  /** C15.1: the bytes of the values of a row. */
  readonly bytes: Sql
  /** The table has the revisions of all declared types. */
  readonly isShared: boolean
}

const SHARED: RevisionTable = {
  name: 'record_revisions',
  record: 'record_id',
  columns: [],
  bytes: sql`bytes`,
  isShared: true,
}

/** As `measureValues` counts them: texts as they are, and other values as JSON. */
const measureColumns = (type: RecordType, columns: readonly string[]): Sql => {
  const sizes = columns.map((name) => {
    const column = sql.ref(toSnakeCase(name))
    const { kind } = getRevisionType(type).attributes[name] ?? {}
    return kind === 'tags' || kind === 'flag'
      ? sql`octet_length(to_json(${column})::text)`
      : sql`octet_length(${column})`
  })
  const others = ['contents', 'long_contents'].map(
    (name) => sql`coalesce(octet_length(${sql.ref(name)}::text), 0)`,
  )
  return sql`(${sql.join([...sizes, ...others], sql` + `)})`
}

/** Released processes read and write the columns of a type of the service, so that it keeps its own table. */
export const findRevisionTable: (type: RecordType) => RevisionTable = memoize((type) => {
  const columns = type.custom?.revisions?.columns
  if (columns === undefined) return SHARED
  return {
    name: 'revisions',
    record: toSnakeCase(`${type.word}Id`),
    columns,
    bytes: precompile(measureColumns(type, columns)),
    isShared: false,
  }
})

/** The condition of the rows of the type. */
export const isOfType = ({ isShared }: RevisionTable, { name }: RecordType): Sql =>
  isShared ? sql`type = ${sql.lit(name)}` : sql`true`

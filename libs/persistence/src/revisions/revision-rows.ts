import type { RecordType } from '@content-service/domain'
import { getRevisionType, measureValues, type RecordRevision } from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import { toSnakeCase } from '../statements/rows.ts'
import type { Sql } from '../statements/sql.ts'
import { listLongFields } from '../tables/layouts.ts'
import { findColumnType } from '../tables/record-columns.ts'
import { findRevisionTable } from '../tables/revision-table.ts'
import { TYPES } from '../tables/type-sql.ts'

type Values = Readonly<Record<string, unknown>>

/** A row of a table of revisions, by the names of its columns in camel case. */
interface RevisionRow extends Values {
  readonly contents: Values | null
  readonly longContents: Values | null
}

/** The row of a revision. Values without a column are in two columns of JSON, long ones apart. */
export const createRevisionRow = (
  type: RecordType,
  { values, recordId, ...revision }: RecordRevision,
): RevisionRow => {
  const { record, columns, isShared } = findRevisionTable(type)
  const longFields = listLongFields(getRevisionType(type))
  const stored: Record<string, unknown> = {}
  const contents: Record<string, unknown> = {}
  const longContents: Record<string, unknown> = {}
  for (const [attribute, value] of Object.entries(values)) {
    const others = Object.hasOwn(longFields, attribute) ? longContents : contents
    const place = columns.includes(attribute) ? stored : others
    place[attribute] = value
  }
  const [isShort, isLong] = [contents, longContents].map((each) => Object.keys(each).length > 0)
  return {
    ...revision,
    [record]: recordId,
    ...stored,
    ...(isShared && { type: type.name, bytes: measureValues(values) }),
    contents: isShared || isShort || isLong ? contents : null,
    longContents: isLong ? longContents : null,
  }
}

/** The columns of a row with their types. */
const listColumns = (type: RecordType): readonly (readonly [string, Sql])[] => {
  const { record, columns, isShared } = findRevisionTable(type)
  const { attributes } = getRevisionType(type)
  return [
    ['id', TYPES.uuid],
    [record, TYPES.uuid],
    ['editorId', TYPES.integer],
    ['createdAt', TYPES['timestamptz(3)']],
    ...columns.flatMap((name) => {
      const field = attributes[name]
      return field === undefined ? [] : [[name, TYPES[findColumnType(field)]] as const]
    }),
    ...(isShared
      ? ([
          ['type', TYPES.text],
          ['bytes', TYPES.integer],
        ] as const)
      : []),
    ['contents', TYPES.jsonb],
    ['longContents', TYPES.jsonb],
  ]
}

/** Inserts revisions of records of a type with one parameter, without those that are there already. */
export const insertRevisions = (type: RecordType, revisions: readonly RecordRevision[]): Sql => {
  const columns = listColumns(type)
  const rows = revisions.map((revision) => createRevisionRow(type, revision))
  const names = sql.join(columns.map(([name]) => sql.id(toSnakeCase(name))))
  const given = sql.join(columns.map(([name, column]) => sql`${sql.id(name)} ${column}`))
  return sql`insert into ${sql.table(findRevisionTable(type).name)} (${names})
    select ${sql.join(columns.map(([name]) => sql.id(name)))}
    from json_to_recordset(${JSON.stringify(rows)}::json) as t (${given}) on conflict (id) do nothing`
}

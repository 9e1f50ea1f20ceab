import type { RecordType } from '@content-service/domain'
import type { RecordRevision } from '@content-service/domain/internal/model'
import type { RevisionId } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { columns, execute, type Sql } from '../statements/sql.ts'
import { findRevisionTable, isOfType } from '../tables/revision-table.ts'

type Values = Readonly<Record<string, unknown>>
type Row = Omit<RecordRevision, 'values'> &
  Values & { readonly contents: Values | null; readonly longContents: Values | null }

/** A revision of a record of the type. */
export const selectRevision = (type: RecordType, id: RevisionId): Sql<Row> => {
  const table = findRevisionTable(type)
  const own = columns('id', 'editorId', 'createdAt', 'contents', 'longContents', ...table.columns)
  return sql<Row>`select ${own}, ${sql.id(table.record)} as "recordId"
    from ${sql.table(table.name)} where id = ${id} and ${isOfType(table, type)}`
}

/** The revision that a row of its table has. */
export const toRevision = (row: Row): RecordRevision => {
  const { id, recordId, editorId, createdAt, contents, longContents, ...values } = row
  return { id, recordId, editorId, createdAt, values: { ...values, ...contents, ...longContents } }
}

/**
 * Deletes the revisions of deleted records. A table of its own has a foreign key that does so. Another version of the model can
 * have kept revisions of a type that keeps none now.
 */
export const deleteRevisions = async (
  em: SqlEntityManager,
  type: RecordType,
  ids: readonly (string | number)[],
): Promise<void> => {
  const table = findRevisionTable(type)
  if (type.custom !== null || !table.isShared) return
  await execute(
    em,
    sql`delete from ${sql.table(table.name)} where ${sql.id(table.record)} = any(${ids}) and ${isOfType(table, type)}`,
  )
}

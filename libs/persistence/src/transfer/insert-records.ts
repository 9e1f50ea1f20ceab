import type { RecordType } from '@content-service/domain'
import { sql } from 'kysely'
import { listColumns, nameType } from '../tables/record-columns.ts'
import { TYPES } from '../tables/type-sql.ts'
import { toSnakeCase } from '../statements/rows.ts'
import type { Sql } from '../statements/sql.ts'

type Row = Readonly<Record<string, unknown>>

/**
 * Inserts records with one parameter. With a parameter for each value, most of the time would go into the text of the
 * statement.
 */
export const insertRecords = (type: RecordType, rows: readonly Row[]): Sql => {
  const given = new Set(rows.flatMap((row) => Object.keys(row)))
  const columns = listColumns(type).filter(({ attribute }) => given.has(attribute))
  const names = sql.join(columns.map(({ attribute }) => sql.id(toSnakeCase(attribute))))
  const members = sql.join(
    columns.map(({ attribute, type }) => sql`${sql.id(attribute)} ${TYPES[nameType(type)]}`),
  )
  const values = sql.join(columns.map(({ attribute }) => sql.id(attribute)))
  return sql`insert into ${sql.table(type.plural)} (${names})
    select ${values} from json_to_recordset(${JSON.stringify(rows)}::json) as t (${members})`
}

import type { RecordType, Row } from '@content-service/domain'
import { sql } from 'kysely'
import { nameStatement, type PreparedStatement } from '../prepared/prepared-statement.ts'
import { reviveValues } from '../reading/revive.ts'
import type { Tables } from '../reading/tables.ts'
import { columns, compileStatement, precompile, type Sql } from '../sql.ts'
import { listColumns } from './record-columns.ts'

/** A prepared read of the whole row of one record by its id, and the part of it that other statements share. */
export interface RowStatement extends PreparedStatement {
  /** Selects the attributes of all rows: add a condition and a lock. */
  readonly select: Sql
  /** Makes the record of the values of the columns. */
  readonly revive: (values: readonly unknown[]) => Row
}

export const createRowStatement = (tables: Tables, type: RecordType): RowStatement => {
  const fields = listColumns(type).map(({ attribute }) => attribute)
  const select = sql`select ${columns(...fields)} from ${sql.table(type.plural)}`
  return {
    ...nameStatement(`${compileStatement(select).text} where id = $1`),
    select: precompile(select),
    revive: reviveValues(tables.of(type.plural), { fields }, 'dates'),
  }
}

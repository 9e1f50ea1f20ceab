import type { RecordType, Row } from '@content-service/domain'
import { nameStatement, type PreparedStatement } from '../reading/prepared-statement.ts'
import { reviveValues } from '../reading/revive.ts'
import type { Tables } from '../reading/tables.ts'
import { listColumns } from './record-columns.ts'
import { quoteName } from './record-table.ts'

/** A statement that reads the whole row of one record by its id. */
interface RowStatement extends PreparedStatement {
  /** Makes the record of the values of its columns. */
  readonly revive: (values: readonly unknown[]) => Row
}

const createStatement = (tables: Tables, type: RecordType): RowStatement => {
  const { plural } = type
  const fields = listColumns(type).map(({ attribute }) => attribute)
  const columns = fields.map((field) => `${quoteName(field)} as "${field}"`)
  return {
    ...nameStatement(`select ${columns.join(', ')} from "${plural}" where id = $1`),
    revive: reviveValues(tables.of(plural), { fields }, 'dates'),
  }
}

const statements = new WeakMap<RecordType, RowStatement>()

export const getRowStatement = (tables: Tables, type: RecordType): RowStatement => {
  const statement = statements.get(type) ?? createStatement(tables, type)
  statements.set(type, statement)
  return statement
}

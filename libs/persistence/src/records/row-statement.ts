import type { RecordType } from '@content-service/domain'
import { nameStatement, type PreparedStatement } from '../reading/prepared-statement.ts'
import { listColumns } from './record-columns.ts'
import { quoteName } from './record-table.ts'

const statements = new WeakMap<RecordType, PreparedStatement>()

const writeStatement = (type: RecordType): PreparedStatement => {
  const columns = listColumns(type).map(({ attribute }) => `${quoteName(attribute)} as "${attribute}"`)
  return nameStatement(`select ${columns.join(', ')} from "${type.plural}" where id = $1`)
}

/** The statement that reads the whole row of one record by its id. */
export const getRowStatement = (type: RecordType): PreparedStatement => {
  const statement = statements.get(type) ?? writeStatement(type)
  statements.set(type, statement)
  return statement
}

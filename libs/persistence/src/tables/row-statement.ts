import type { RecordType, Row } from '@content-service/domain'
import { sql } from 'kysely'
import { nameStatement, type PreparedStatement } from '../statements/prepared-statement.ts'
import { reviveValues } from './revive.ts'
import type { Tables } from './tables.ts'
import { compileStatement, precompile, type Sql } from '../statements/sql.ts'
import { listColumns } from './record-columns.ts'
import { selectVisible } from './visible-rows.ts'

/** A prepared read of the whole row of one record by its id, and the part of it that other statements share. */
export interface RowStatement extends PreparedStatement {
  /** Selects the attributes of all rows: add a condition and a lock. */
  readonly select: Sql
  /** The same with facts of the records to which the rows link (`nameLinkedFact`). */
  readonly selectWith: (facts: readonly string[]) => Sql
  /** Makes the record of the values of the columns. */
  readonly revive: (values: readonly unknown[]) => Row
}

export const createRowStatement = (tables: Tables, type: RecordType): RowStatement => {
  const table = tables.of(type.plural)
  const from = sql`${selectVisible(tables.model, type)} ${sql.id(type.plural)}`
  const names = listColumns(type).map(({ attribute }) => attribute)
  const lists = type.manyLinks.map(({ attribute }) => attribute)
  const fields = [...names, ...lists]
  const own = precompile(sql.join(fields.map((name) => table.resultColumn(type.plural, name))))
  const select = precompile(sql`select ${own} from ${from}`)
  const listFacts = (facts: readonly string[]) => facts.map((fact) => table.resultColumn(type.plural, fact))
  return {
    ...nameStatement(`${compileStatement(select).text} where id = $1`),
    select,
    selectWith: (facts) =>
      facts.length === 0 ? select : sql`select ${sql.join([own, ...listFacts(facts)])} from ${from}`,
    revive: reviveValues(table, { fields }, 'dates'),
  }
}

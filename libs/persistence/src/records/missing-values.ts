import type { RecordType } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { toSnakeCase } from '../rows.ts'
import { findRow } from '../sql.ts'
import { listColumns } from './record-columns.ts'
import type { StoredTables } from './stored-tables.ts'
import type { TableDifference } from './table-difference.ts'

interface NullableColumn {
  readonly table: string
  readonly column: string
}

/** The columns that allow null, and whose fields are required. */
const listNullable = (types: readonly RecordType[], { columns }: StoredTables): readonly NullableColumn[] =>
  types.flatMap((type) =>
    listColumns(type)
      .filter(({ isOptional }) => !isOptional)
      .map(({ attribute }) => ({ table: type.plural, column: toSnakeCase(attribute) }))
      .filter(({ table, column }) =>
        columns.get(table)?.some(({ name, isNullable }) => name === column && isNullable),
      ),
  )

const countNulls = async (em: SqlEntityManager, { table, column }: NullableColumn): Promise<number> => {
  const count = sql<{ readonly records: string }>`
    select count(*) as records from ${sql.table(table)} where ${sql.ref(column)} is null`
  return Number((await findRow(em, count))?.records)
}

/** A list would fail at a record without the value of a required field. The migration is that of the column. */
export const findMissingValues = async (
  em: SqlEntityManager,
  types: readonly RecordType[],
  stored: StoredTables,
): Promise<readonly TableDifference[]> => {
  const differences: TableDifference[] = []
  for (const nullable of listNullable(types, stored)) {
    const count = await countNulls(em, nullable)
    if (count > 0)
      differences.push({
        message: `${nullable.table}.${nullable.column}: ${count} ${count === 1 ? 'record has' : 'records have'} no value, and the field is required`,
        preventsStart: true,
        changes: [],
      })
  }
  return differences
}

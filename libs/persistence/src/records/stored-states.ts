import { type RecordType } from '@content-service/domain'
import { isState, type StateField } from '@content-service/domain/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { toSnakeCase } from '../rows.ts'
import { findRows } from '../sql.ts'
import type { StoredTables } from './stored-tables.ts'
import type { TableDifference } from './table-difference.ts'

interface StateColumn {
  readonly table: string
  readonly column: string
  readonly states: readonly string[]
}

interface StoredState {
  readonly state: string
  readonly records: string
}

/** The columns of states that the database has. Operations of the service move the states of its own types. */
const listStateColumns = (types: readonly RecordType[], { columns }: StoredTables): readonly StateColumn[] =>
  types.flatMap(({ plural: table, attributes, custom }) =>
    Object.entries(attributes)
      .filter((entry): entry is [string, StateField] => custom === null && isState(entry[1]))
      .map(([attribute, { states }]) => ({ table, column: toSnakeCase(attribute), states }))
      .filter(({ column }) => columns.get(table)?.some(({ name }) => name === column)),
  )

const countOthers = (em: SqlEntityManager, { table, column, states }: StateColumn) =>
  findRows(
    em,
    sql<StoredState>`
      select ${sql.ref(column)} as state, count(*) as records from ${sql.table(table)}
      where ${sql.ref(column)} <> all(${states}) group by 1 order by 1`,
  )

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

const describe = (
  { table, column, states: [first = ''] }: StateColumn,
  { state, records }: StoredState,
): TableDifference => ({
  message: `${table}.${column}: ${records} ${Number(records) === 1 ? 'record has' : 'records have'} the state ${state}, which the declaration does not have`,
  preventsStart: true,
  changes: [
    {
      stage: 'column',
      statement: `update "${table}" set "${column}" = ${literal(first)} where "${column}" = ${literal(state)} -- backfill: choose the state of these records`,
    },
  ],
})

/** A list would fail at a record whose state no declaration has. Each table is read once. */
export const findLostStates = async (
  em: SqlEntityManager,
  types: readonly RecordType[],
  stored: StoredTables,
): Promise<readonly TableDifference[]> => {
  const differences: TableDifference[] = []
  for (const column of listStateColumns(types, stored))
    differences.push(...(await countOthers(em, column)).map((state) => describe(column, state)))
  return differences
}

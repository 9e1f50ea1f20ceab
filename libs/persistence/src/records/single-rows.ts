import type { RecordType } from '@content-service/domain'
import {
  initialAttributes,
  SINGLE_ID,
  storesComputed,
  withComputed,
} from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow } from '../statements/sql.ts'
import { findColumnType, formatLiteral, listColumns } from '../tables/record-columns.ts'
import type { StoredTables } from './stored-tables.ts'
import type { Change, TableDifference } from './table-difference.ts'
import { quoteName } from '../tables/table-part.ts'

/** C16.2: the computed values of the record with the initial values, in SQL. */
const listComputedLiterals = (type: RecordType): ReadonlyMap<string, string> => {
  if (!storesComputed(type)) return new Map()
  const record: Values = withComputed(type, initialAttributes(type))
  return new Map(
    Object.entries(type.computed).flatMap(([name, field]): [string, string][] => {
      const value = record[name] ?? null
      return value === null ? [] : [[name, formatLiteral(toLiteral(value), findColumnType(field))]]
    }),
  )
}

type Values = Readonly<Record<string, unknown>>

const toLiteral = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value)

/** C14.4: inserts the record of a single type, with the initial values of its fields. */
export const insertSingle = (type: RecordType): Change => {
  const computed = listComputedLiterals(type)
  const values = listColumns(type).flatMap(({ attribute, initial }): [string, string][] => {
    if (attribute === 'id') return [[attribute, `'${SINGLE_ID}'`]]
    const value = computed.get(attribute) ?? initial
    return value === null ? [] : [[attribute, value]]
  })
  const names = values.map(([attribute]) => quoteName(attribute)).join(', ')
  const initials = values.map(([, value]) => value).join(', ')
  return { stage: 'row', statement: `insert into "${type.plural}" (${names}) values (${initials})` }
}

const hasRow = async (em: SqlEntityManager, { plural }: RecordType): Promise<boolean> => {
  const row = await findRow(
    em,
    sql<{
      isThere: boolean
    }>`select exists (select from ${sql.table(plural)} where id = ${SINGLE_ID}) as "isThere"`,
  )
  return row?.isThere === true
}

const missingRow = (type: RecordType): TableDifference => ({
  message: `${type.plural}: the record of the single type is missing`,
  preventsStart: true,
  changes: [insertSingle(type)],
})

/** The single types whose table has no record: a read would find nothing, and no operation creates one. */
export const findMissingSingles = async (
  em: SqlEntityManager,
  types: readonly RecordType[],
  { columns }: StoredTables,
): Promise<readonly TableDifference[]> => {
  const differences: TableDifference[] = []
  for (const type of types)
    if (type.isSingle && (columns.get(type.plural)?.length ?? 0) > 0 && !(await hasRow(em, type)))
      differences.push(missingRow(type))
  return differences
}

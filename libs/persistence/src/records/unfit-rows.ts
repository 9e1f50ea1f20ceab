import { type RecordType } from '@content-service/domain'
import { isState, listWords, type Field } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { toSnakeCase } from '../statements/rows.ts'
import { findRows, type Sql } from '../statements/sql.ts'
import { listColumns } from '../tables/record-columns.ts'
import type { StoredColumn, StoredTables } from './stored-tables.ts'
import type { Change, TableDifference } from './table-difference.ts'

/** Rows whose value of a column breaks the declaration. */
interface UnfitRows {
  readonly table: string
  readonly column: string
  readonly isUnfit: Sql
  /** What the records of this number with this value have. */
  readonly describe: (value: string) => string
  /** The changes that repair the rows with this value. */
  readonly repair?: (value: string) => readonly Change[]
}

interface Found {
  readonly value: string
  readonly records: number
}

const findColumn = (
  { columns }: StoredTables,
  { plural }: RecordType,
  attribute: string,
): StoredColumn | undefined => columns.get(plural)?.find(({ name }) => name === toSnakeCase(attribute))

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Operations of the service move the states of its own types. */
const hasWords = (type: RecordType, field: Field): boolean =>
  listWords(field) !== null && !(type.custom !== null && isState(field))

/** Rows with a state, or a word of a choice, that no declaration has. */
const listLostWords = (type: RecordType, stored: StoredTables): readonly UnfitRows[] =>
  Object.entries(type.attributes)
    .filter(([attribute, field]) => hasWords(type, field) && findColumn(stored, type, attribute))
    .map(([attribute, field]) => {
      const [table, column] = [type.plural, toSnakeCase(attribute)]
      const words = listWords(field) ?? []
      const what = isState(field) ? 'state' : 'word'
      const update = (word: string) =>
        `update "${table}" set "${column}" = ${literal(words[0] ?? '')} where "${column}" = ${literal(word)}`
      return {
        table,
        column,
        isUnfit: sql`${sql.ref(column)} <> all(${words})`,
        describe: (word) => `the ${what} ${word}, which the declaration does not have`,
        repair: (word) => [
          { stage: 'column', statement: `${update(word)} -- backfill: choose the ${what} of these records` },
        ],
      }
    })

/** Rows without the value of a required field. The migration is that of the column, which allows null. */
const listMissingValues = (type: RecordType, stored: StoredTables): readonly UnfitRows[] =>
  listColumns(type)
    .filter(({ attribute, isOptional }) => !isOptional && findColumn(stored, type, attribute)?.isNullable)
    .map(({ attribute, isComputed }) => ({
      table: type.plural,
      column: toSnakeCase(attribute),
      isUnfit: sql`${sql.ref(toSnakeCase(attribute))} is null`,
      describe: () =>
        isComputed
          ? `no computed value; run npx content-service types compute ${type.name}`
          : 'no value, and the field is required',
    }))

const countUnfit = (em: SqlEntityManager, { table, column, isUnfit }: UnfitRows) =>
  findRows(
    em,
    sql<Found>`select ${sql.ref(column)}::text as value, count(*)::float8 as records from ${sql.table(table)}
      where ${isUnfit} group by 1 order by 1`,
  )

const toDifference = (
  { table, column, describe, repair = () => [] }: UnfitRows,
  { value, records }: Found,
): TableDifference => ({
  message: `${table}.${column}: ${records} ${records === 1 ? 'record has' : 'records have'} ${describe(value)}`,
  preventsStart: false,
  changes: repair(value),
})

/** C15.17: the records that no process with these declarations shows or changes. Each column is read once. */
export const findUnfitRows = async (
  em: SqlEntityManager,
  types: readonly RecordType[],
  stored: StoredTables,
): Promise<readonly TableDifference[]> => {
  const differences: TableDifference[] = []
  for (const list of [listLostWords, listMissingValues])
    for (const unfit of types.flatMap((type) => list(type, stored)))
      differences.push(...(await countUnfit(em, unfit)).map((found) => toDifference(unfit, found)))
  return differences
}

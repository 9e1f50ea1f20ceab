import { isDeepStrictEqual } from 'node:util'
import type { RecordType } from '@content-service/domain'
import type { AnyRecord } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { toSnakeCase } from '../statements/rows.ts'
import { execute, updateRow, type Sql } from '../statements/sql.ts'
import { listColumns, nameType } from './record-columns.ts'
import { TYPES } from './type-sql.ts'
import { createWriteValue } from './written-values.ts'

type Name<R> = keyof R & string

/** Writes the values of these attributes to several rows with one statement. */
export const writeColumns = <R extends AnyRecord>(
  type: RecordType,
  names: readonly Name<R>[],
  rows: readonly R[],
): Sql => {
  const given = rows.map((row) => ({
    ...Object.fromEntries(names.map((name) => [name, row[name]])),
    id: row.id,
  }))
  const columns = listColumns(type).filter(({ attribute }) => names.some((name) => name === attribute))
  const members = columns.map((column) => sql`${sql.id(column.attribute)} ${TYPES[nameType(column.type)]}`)
  const changes = columns.map(
    ({ attribute }) => sql`${sql.id(toSnakeCase(attribute))} = given.${sql.id(attribute)}`,
  )
  const idType = type.isNumbered ? sql`integer` : sql`uuid`
  return sql`update ${sql.table(type.plural)} set ${sql.join(changes)}
    from json_to_recordset(${JSON.stringify(given)}::json) as given (id ${idType}, ${sql.join(members)})
    where ${sql.id(type.plural, 'id')} = given.id`
}

/** Two versions of a row. The later one can also have facts of other rows, which are no columns. */
interface Versions<R> {
  readonly before: R
  readonly after: R
}

const listChanged = <R extends AnyRecord>({ before, after }: Versions<R>): readonly Name<R>[] =>
  // The names of the attributes.
  (Object.keys(before) as Name<R>[]).filter((name) => !isDeepStrictEqual(before[name], after[name]))

/** Writes the values that differ: rows in which the same attributes differ share a statement. */
export const updateRows = async <R extends AnyRecord>(
  em: SqlEntityManager,
  type: RecordType,
  changes: readonly Versions<R>[],
): Promise<void> => {
  const [only, ...others] = changes
  const place = { table: type.plural, key: 'id', writeValue: createWriteValue(type) } as const
  if (only && others.length === 0) return void (await updateRow(em, place, only))
  const groups = Map.groupBy(changes, (change) => listChanged(change).join())
  for (const [first, ...more] of groups.values()) {
    const names = first ? listChanged(first) : []
    if (first === undefined || names.length === 0) continue
    const rows = [first, ...more].map(({ after }) => after)
    await execute(em, writeColumns(type, names, rows))
  }
}

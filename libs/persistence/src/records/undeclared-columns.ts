import { toSnakeCase } from '../statements/rows.ts'
import type { ColumnType, RecordColumn } from '../tables/record-columns.ts'
import type { RecordTable } from './record-table.ts'
import { describeType, type StoredColumn, type StoredPart } from './stored-tables.ts'
import type { TableDifference } from './table-difference.ts'

/** Processes of an earlier release read this column, which a trigger fills. */
const OF_EARLIER_RELEASES: ReadonlySet<string> = new Set(['users.role'])

/** The database columns that no field declares. */
export const findUndeclared = (
  { name: table, columns }: RecordTable,
  stored: readonly StoredColumn[],
): readonly StoredColumn[] => {
  const declared = new Set(columns.map(({ attribute }) => toSnakeCase(attribute)))
  return stored.filter(({ name }) => !declared.has(name) && !OF_EARLIER_RELEASES.has(`${table}.${name}`))
}

/** The defaults, in SQL, that the version before accepts for its required fields, by `table.field`; null if there is none. */
export type EarlierDefaults = ReadonlyMap<string, string | null>

/** A value of each type of a column that no list fails with. */
const DEFAULTS: Readonly<Record<Exclude<ColumnType, 'uuid'>, string>> = {
  text: "''",
  integer: '0',
  'double precision': '0',
  boolean: 'false',
  'text[]': "'{}'",
  'integer[]': "'{}'",
  'double precision[]': "'{}'",
  'boolean[]': "'{}'",
  jsonb: "'{}'",
  date: "'0001-01-01'",
  numeric: '0',
  'timestamptz(3)': 'now()',
}

const CHOOSE = ' -- backfill: choose a default that processes of the version before accept'

/** The digits of a decimal change nothing. */
const findDefault = (type: string): string | undefined =>
  new Map<string, string>(Object.entries(DEFAULTS)).get(type.replace(/^numeric\(.*/, 'numeric'))

/** The default with which processes of the version before show the records of this version. */
const writeDefault = (column: StoredColumn, earlier: EarlierDefaults): string => {
  const place = `${column.table}.${column.name}`
  const [, known] = [...earlier].find(([field]) => toSnakeCase(field) === place) ?? []
  const value = known ?? findDefault(describeType(column))
  if (value === undefined) return ''
  return `, alter column "${column.name}" set default ${value}${known === undefined || known === null ? CHOOSE : ''}`
}

const hasKey = ({ name, table }: StoredColumn, parts: readonly StoredPart[]): boolean =>
  parts.some((part) => part.kind === 'foreign key' && part.name === `${table}_${name}_fkey`)

/**
 * The service writes no value into a column that no field declares. The field leaves in two releases: until the next one,
 * processes of the version before read the column. They show a link without a value as null.
 */
const relax = (
  column: StoredColumn,
  parts: readonly StoredPart[],
  earlier: EarlierDefaults,
): TableDifference => {
  const { table, name } = column
  const withDefault = hasKey(column, parts) ? '' : writeDefault(column, earlier)
  return {
    message: `${table}.${name}: no field declares the column, which allows no null and has no default`,
    preventsStart: true,
    canBeOfLater: true,
    changes: [
      {
        stage: 'column',
        statement: `alter table "${table}" alter column "${name}" drop not null${withDefault}`,
      },
    ],
  }
}

/** The undeclared columns without which no record of this version can be added. */
export const relaxUndeclared = (
  table: RecordTable,
  { columns, parts }: { readonly columns: readonly StoredColumn[]; readonly parts: readonly StoredPart[] },
  earlier: EarlierDefaults,
): readonly TableDifference[] =>
  findUndeclared(table, columns)
    .filter(({ isNullable, defaultValue }) => !isNullable && defaultValue === null)
    .map((column) => relax(column, parts, earlier))

const isMissing = ({ attribute }: RecordColumn, stored: readonly StoredColumn[]): boolean =>
  !stored.some(({ name }) => name === toSnakeCase(attribute))

/** The statements that move the values of an undeclared column to a new column of the same type, which may be its new name. */
export const listMoves = (table: RecordTable, stored: readonly StoredColumn[]): readonly string[] =>
  stored.length === 0
    ? []
    : table.columns
        .filter((column) => isMissing(column, stored) && !column.isComputed)
        .flatMap(({ attribute, type }) =>
          findUndeclared(table, stored)
            .filter((column) => describeType(column) === type)
            .map(
              ({ name }) =>
                `update "${table.name}" set "${toSnakeCase(attribute)}" = "${name}" where "${name}" is not null`,
            ),
        )

import { type KindOfTable, type Texts, names } from './sql-agreement.ts'

export const columns = names.map((name) => `"${name}"`).join()

type Statement = [text: string, values: unknown[]]

/** The types of the columns that have another name than their kind. */
export type Types = Partial<Record<KindOfTable, string>>

const postgresTypes: Types = {
  integer: 'int4',
  bigint: 'int8',
  decimal: 'numeric(10, 2)',
  float: 'float8',
  timestamp: 'timestamptz',
  textArray: 'text[]',
  integerArray: 'int4[]',
  uuidArray: 'uuid[]',
}

function toPostgres(name: KindOfTable, text: string | null): unknown {
  if (text === null) return text
  return name.endsWith('Array') || name === 'boolean' ? (JSON.parse(text) as unknown) : text
}

/** The statements that create a table with the rows in PostgreSQL. Some columns can have other types. */
export const fillPostgres = (
  rows: readonly Texts[],
  table = 'docs',
  types: Types = {},
): readonly Statement[] => [
  [
    `create table ${table} (n int, ${names.map((name) => `"${name}" ${types[name] ?? postgresTypes[name] ?? name}`).join()})`,
    [],
  ],
  ...rows.map((row, n): Statement => [
    `insert into ${table} values ($1, ${names.map((_, i) => `$${i + 2}`).join()})`,
    [n, ...names.map((name) => toPostgres(name, row[name]))],
  ]),
]

const sqliteTypes: Partial<Record<KindOfTable, string>> = {
  boolean: 'integer',
  integer: 'integer',
  bigint: 'integer',
  decimal: 'numeric',
  float: 'real',
  text: 'text collate nocase',
}

const mysqlTypes: Partial<Record<KindOfTable, string>> = {
  boolean: 'boolean',
  integer: 'int',
  bigint: 'bigint',
  decimal: 'decimal(10, 2)',
  float: 'double',
  timestamp: 'datetime(3)',
  date: 'date',
  textArray: 'json',
  integerArray: 'json',
  uuidArray: 'json',
}

function toStored(name: KindOfTable, text: string | null): unknown {
  if (text === null) return text
  if (name === 'boolean') return Number(text === 'true')
  if (name === 'bigint') return BigInt(text)
  return /^(integer|float|decimal)$/.test(name) ? Number(text) : text
}

const fill = (
  rows: readonly Texts[],
  create: string,
  write: (value: unknown, name: KindOfTable) => unknown,
): readonly Statement[] => [
  [create, []],
  ...rows.map((row, n): Statement => [
    `insert into docs values (?, ${names.map(() => '?').join()})`,
    [n, ...names.map((name) => write(toStored(name, row[name]), name))],
  ]),
]

export const fillSqlite = (rows: readonly Texts[]): readonly Statement[] =>
  fill(
    rows,
    `create table docs (n integer, ${names.map((name) => `"${name}" ${sqliteTypes[name] ?? 'text'}`).join()})`,
    (value) => value,
  )

export const fillMysql = (rows: readonly Texts[]): readonly Statement[] =>
  fill(
    rows,
    `create table docs (n int, ${names.map((name) => `\`${name}\` ${mysqlTypes[name] ?? 'varchar(100)'}`).join()}) character set utf8mb4`,
    (value, name) => (name === 'timestamp' && typeof value === 'string' ? new Date(value) : value),
  )

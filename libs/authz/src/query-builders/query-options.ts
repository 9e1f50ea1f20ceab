import { show } from '../engine/decisions/check.ts'
import type { Dialect, FragmentOptions } from '../sql/index.ts'

/** The options of `toFragment` that make sense for a query builder. */
export interface QueryOptions extends Omit<FragmentOptions, 'column' | 'call' | 'keepReferences'> {
  /** Returns the SQL of an attribute's column. The default is its name in this library. */
  readonly column?: (attribute: string) => string
}

/** The names that query builders and ORMs have for the databases. */
const DIALECTS: Readonly<Record<string, Dialect>> = {
  postgres: 'postgresql',
  postgresql: 'postgresql',
  'aurora-postgres': 'postgresql',
  mysql: 'mysql',
  mysql2: 'mysql',
  mariadb: 'mysql',
  'aurora-mysql': 'mysql',
  sqlite: 'sqlite',
  sqlite3: 'sqlite',
  'better-sqlite3': 'sqlite',
  libsql: 'sqlite',
  sqljs: 'sqlite',
  expo: 'sqlite',
  capacitor: 'sqlite',
  cordova: 'sqlite',
  nativescript: 'sqlite',
  'react-native': 'sqlite',
}

/** The dialect of a database. @throws {TypeError} for one that speaks no dialect of /sql. */
export function readDialect(name: unknown): Dialect {
  if (typeof name === 'string' && Object.hasOwn(DIALECTS, name)) return DIALECTS[name] as Dialect
  throw new TypeError(
    `No SQL for the database ${show(name)}; use one of PostgreSQL, SQLite, MySQL or MariaDB, or name a dialect that it understands: { dialect: 'postgresql' }`,
  )
}

/** Refuses an attribute without a column. */
export function refuseAttribute(attribute: string, entity: string): never {
  throw new TypeError(
    `${entity} has no column for the attribute ${show(attribute)}; correct its name, or return its column: { column: (attribute) => … }`,
  )
}

/** The time of a column in SQLite as ISO text, where a library stores another text or the milliseconds since 1970. */
export const readSqliteTime = (column: string, ...modifiers: readonly string[]): string =>
  `strftime('%Y-%m-%dT%H:%M:%fZ', ${[column, ...modifiers].join(', ')})`

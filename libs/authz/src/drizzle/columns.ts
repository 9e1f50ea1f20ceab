import type { Kind } from '../engine/conditions/kind.ts'
import type { Dialect } from '../sql/dialect.ts'

/** The members of a column of Drizzle that this package reads. */
export interface DrizzleColumn {
  readonly columnType: string
  /** The type in SQL, such as `citext` of a type of your own. */
  readonly getSQLType?: () => string
  /** Of an integer in SQLite that is a time: `timestamp` in seconds, or `timestamp_ms`. */
  readonly mode?: string
  /** Of an array in PostgreSQL. */
  readonly baseColumn?: DrizzleColumn
}

const INTEGER: readonly Kind[] = ['integer', 'bigint']
const DECIMAL: readonly Kind[] = ['decimal']

/** The kinds that fit each type of columns. The first is the kind of a column for which the policy declares no kind. */
const kinds: Readonly<Record<string, readonly Kind[]>> = {
  PgBoolean: ['boolean'],
  PgInteger: INTEGER,
  PgSmallInt: INTEGER,
  PgSerial: INTEGER,
  PgSmallSerial: INTEGER,
  PgBigInt53: INTEGER,
  PgBigInt64: INTEGER,
  PgBigSerial53: INTEGER,
  PgBigSerial64: INTEGER,
  PgNumeric: DECIMAL,
  PgNumericNumber: DECIMAL,
  PgNumericBigInt: DECIMAL,
  PgDoublePrecision: ['float'],
  PgText: ['text', 'citext'],
  PgVarchar: ['text', 'citext'],
  PgEnumColumn: ['text'],
  PgUUID: ['uuid'],
  PgTimestamp: ['timestamp'],
  PgDate: ['date'],
  PgDateString: ['date'],
  SQLiteBoolean: ['boolean'],
  SQLiteInteger: INTEGER,
  SQLiteReal: ['float', 'decimal'],
  SQLiteNumericNumber: DECIMAL,
  SQLiteNumericBigInt: DECIMAL,
  SQLiteText: ['text', 'citext', 'uuid', 'timestamp', 'date'],
  SQLiteTimestamp: ['timestamp', 'date'],
  MySqlBoolean: ['boolean'],
  MySqlInt: INTEGER,
  MySqlTinyInt: INTEGER,
  MySqlSmallInt: INTEGER,
  MySqlMediumInt: INTEGER,
  MySqlBigInt53: INTEGER,
  MySqlBigInt64: INTEGER,
  MySqlSerial: INTEGER,
  MySqlDecimal: DECIMAL,
  MySqlDecimalNumber: DECIMAL,
  MySqlDecimalBigInt: DECIMAL,
  MySqlDouble: ['float'],
  MySqlReal: ['float'],
  MySqlText: ['text', 'citext', 'uuid'],
  MySqlVarChar: ['text', 'citext', 'uuid'],
  MySqlChar: ['text', 'citext', 'uuid'],
  MySqlEnumColumn: ['text'],
  MySqlDateTime: ['timestamp'],
  MySqlTimestamp: ['timestamp'],
  MySqlDate: ['date'],
  MySqlDateString: ['date'],
}

/** The kinds of columns whose type in SQL the application names. */
const declaredKinds: Readonly<Record<string, readonly Kind[]>> = {
  PgCustomColumn: ['citext', 'text'],
}

const kindOfOwnType = (column: DrizzleColumn): readonly Kind[] =>
  (declaredKinds[column.columnType] ?? []).filter((kind) => kind === column.getSQLType?.())

const elementKinds: Readonly<Record<string, Kind>> = {
  PgText: 'textArray',
  PgInteger: 'integerArray',
  PgBigInt53: 'integerArray',
  PgBigInt64: 'integerArray',
  PgUUID: 'uuidArray',
}

/** The kind of a column for a comparison, or the reason why no comparison with the column is exact. */
export function findKind(
  column: DrizzleColumn,
  declared: Kind | undefined,
): { readonly kind: Kind } | string {
  const { columnType, baseColumn } = column
  const array = columnType === 'PgArray' && elementKinds[baseColumn?.columnType ?? '']
  const fitting = array ? [array] : (kinds[columnType] ?? kindOfOwnType(column))
  const possible = declared ? [...fitting, ...(declaredKinds[columnType] ?? [])] : fitting
  const kind = declared ? possible.find((each) => each === declared) : possible[0]
  if (kind) return { kind }
  if (declared && possible.length > 0)
    return `the kind is ${declared}, but ${columnType} can be ${possible.join(', ')}`
  const wanted = declaredKinds[columnType]
  return wanted && !declared
    ? `declare the kind of the attribute, because ${columnType} can be ${wanted.join(', ')}`
    : `no comparison with ${columnType} is exact`
}

/**
 * Whether the column has JSON, of which conditions compare the values. The type `json` of PostgreSQL can have texts that
 * PostgreSQL cannot compare.
 */
export const isJson = ({ columnType }: DrizzleColumn): boolean =>
  /^(PgJsonb|SQLiteTextJson|MySqlJson)$/.test(columnType)

const ORDERED: Readonly<Record<string, RegExp>> = { numeric: /^PgNumeric/, date: /^PgDate/ }

/** Whether a column has the type of a kind of texts with an order. */
export const isOfType = ({ columnType }: DrizzleColumn, type: string): boolean =>
  ORDERED[type]?.test(columnType) === true

const prefixes: Readonly<Record<string, Dialect>> = { Pg: 'postgresql', SQLite: 'sqlite', MySql: 'mysql' }

export const findDialect = ({ columnType }: DrizzleColumn): Dialect | undefined =>
  prefixes[/^(?:Pg|SQLite|MySql)/.exec(columnType)?.[0] ?? '']

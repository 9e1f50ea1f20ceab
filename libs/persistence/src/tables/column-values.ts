import { sql } from 'kysely'
import type { Field } from '@content-service/domain/internal/model'
import { timeText, type Sql } from '../statements/sql.ts'
import { findColumnType, type ColumnType } from './record-columns.ts'

/**
 * How the values of a column leave the database. `pg` and PGlite can make different values of one column, and JSON, in which
 * nested lists come, can lose digits: then a row selects a text.
 */
export interface ColumnValue {
  /** The value in a row of a result, and in the JSON of a nested list. */
  readonly select: (column: Sql) => Sql
  /** The value in the JSON of an export. */
  readonly export: (column: Sql) => Sql
  /** The record has a Date, and JSON has its text. */
  readonly isDate: boolean
}

const unchanged = (column: Sql): Sql => column
const AS_STORED: ColumnValue = { select: unchanged, export: unchanged, isDate: false }

/** C16.1: the text of a day. */
const dayText = (column: Sql): Sql => sql`to_char(${column}, 'YYYY-MM-DD')`

/** C16.1: all digits of the scale. A number of JSON would lose some. */
const digits = (column: Sql): Sql => sql`${column}::text`

const COLUMN_VALUES = {
  text: AS_STORED,
  integer: AS_STORED,
  'double precision': AS_STORED,
  boolean: AS_STORED,
  'text[]': AS_STORED,
  'integer[]': AS_STORED,
  'double precision[]': AS_STORED,
  'boolean[]': AS_STORED,
  jsonb: AS_STORED,
  uuid: AS_STORED,
  numeric: { select: digits, export: digits, isDate: false },
  // Drivers make dates of JavaScript of them, in the zone of the process.
  date: { select: dayText, export: dayText, isDate: false },
  'timestamptz(3)': { select: unchanged, export: timeText, isDate: true },
} as const satisfies Readonly<Record<ColumnType, ColumnValue>>

/** How the values of a field leave the database. @throws Error for links to many, which have no column. */
export const findColumnValue = (field: Field): ColumnValue => COLUMN_VALUES[findColumnType(field)]

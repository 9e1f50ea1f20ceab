import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'
import type { ColumnType } from './record-columns.ts'

/** The name of each type of a column, as a part of statements. */
export const TYPES: Readonly<Record<ColumnType, Sql>> = {
  uuid: sql`uuid`,
  text: sql`text`,
  integer: sql`integer`,
  boolean: sql`boolean`,
  'double precision': sql`double precision`,
  'text[]': sql`text[]`,
  'integer[]': sql`integer[]`,
  'double precision[]': sql`double precision[]`,
  'boolean[]': sql`boolean[]`,
  jsonb: sql`jsonb`,
  date: sql`date`,
  numeric: sql`numeric`,
  'timestamptz(3)': sql`timestamptz(3)`,
}

import type { RecordType } from '@content-service/domain'
import type { ContentLine } from '@content-service/domain/internal/transfer'
import { sql } from 'kysely'
import type { Sql } from '../../statements/sql.ts'
import type { RecordNames } from './record-names.ts'

/** A row of a table with what belongs to records of several types. */
export interface HistoryRow {
  /** The name of the type. */
  readonly type: string
  readonly recordId: string
  /** The username of the editor, or of the user who likes or schedules the record. */
  readonly user: string | null
}

/** The rows of a table, in the order of its index. */
export interface Source<Row extends HistoryRow> {
  /** The types whose rows the table has. */
  readonly types: readonly RecordType[]
  readonly from: Sql
  /** The condition of the rows of these types. */
  readonly isOfTypes: Sql
  readonly selected: Sql
  readonly orderBy: Sql
  /** The condition of the rows after a row. */
  readonly after: (row: Row) => Sql
  /** The number of rows that one statement reads. */
  readonly page: number
  /** Asks for the names that the line of a row needs. */
  readonly ask: (row: Row, type: RecordType, names: RecordNames) => void
  readonly line: (row: Row, type: RecordType, names: RecordNames) => ContentLine
}

export const createIsOfTypes = (types: readonly RecordType[], isShared: boolean): Sql =>
  isShared ? sql`t.type = any(${types.map(({ name }) => name)}::text[])` : sql`true`

export const selectType = ([type]: readonly RecordType[], isShared: boolean): Sql =>
  isShared ? sql`t.type` : sql`${sql.lit(type?.name ?? '')}`

/** The username of the user with the id of the column. */
export const selectUsername = (column: string): Sql =>
  sql`(select username from users where id = ${sql.id('t', column)}) as "user"`

/** The name of a type with one record is its type. */
export const nameRecord = (
  type: RecordType,
  { recordId }: HistoryRow,
  names: RecordNames,
): { readonly of?: string | null } => (type.isSingle ? {} : { of: names.find(type, recordId) })

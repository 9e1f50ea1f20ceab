import type { KeptType } from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'
import { findRevisionTable, isOfType } from './revision-table.ts'

/** Where the kept values of a type are, for the reads that both interfaces share. */
export interface KeptTable {
  readonly name: string
  /** The column with the id of the record. */
  readonly record: string
  /** The attributes that have columns. The others are in JSON. */
  readonly columns: readonly string[]
  /** The columns with JSON. */
  readonly contents: readonly string[]
  /** The attribute with the time of the row. */
  readonly time: string
  /** The table has the rows of several types. */
  readonly isShared: boolean
  /** The condition of the rows of the type. */
  readonly isOfType: Sql
}

/** C17.6. */
const findDraftTable = ({ keptOf }: KeptType): KeptTable => ({
  name: 'record_drafts',
  record: 'record_id',
  columns: [],
  contents: ['contents'],
  time: 'changedAt',
  isShared: true,
  isOfType: sql`type = ${sql.lit(keptOf.name)}`,
})

const findTableOfRevisions = ({ keptOf }: KeptType): KeptTable => {
  const table = findRevisionTable(keptOf)
  const { name, record, columns, isShared } = table
  return {
    ...{ name, record, columns, isShared },
    contents: ['contents', 'long_contents'],
    time: 'createdAt',
    isOfType: isOfType(table, keptOf),
  }
}

const TABLES = { revision: findTableOfRevisions, draft: findDraftTable } as const

export const findKeptTable = (type: KeptType): KeptTable => TABLES[type.keptAs](type)

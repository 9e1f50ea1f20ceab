import type { UserId } from '@content-service/domain'
import type { Collection, Fields } from '@content-service/domain/internal/model'
import type { Sql } from '../statements/sql.ts'
import type { ColumnValue } from '../tables/column-values.ts'

/**
 * One kind of record: the rows of a table that belong to a person, in the order of their key, and their members in
 * exports.
 */
export interface Section {
  readonly type: string
  readonly from: string
  /** C15.23: the type to which the records belong, if a model can leave it out. */
  readonly partOf?: string
  readonly isOf: (user: UserId) => Sql
  /** A unique column. */
  readonly key: string
  readonly columns: readonly string[]
  /** The attributes among the columns that are null if the person may not read the linked record (C14.2). */
  readonly links?: Readonly<Record<string, Collection>>
  /** The attributes among the columns with the ids of links to many records, and their joining tables. */
  readonly lists?: Readonly<Record<string, { readonly joins: Sql; readonly to: Collection }>>
  /** C16.1: the columns whose parts have links, and the joining tables of these by the types to which they lead. */
  readonly parts?: {
    readonly attributes: Fields
    readonly lists: NonNullable<Section['lists']>
  }
  /** The SQL of attributes that are no columns of their names, for the row `page`. */
  readonly sources?: Readonly<Record<string, Sql>>
  /** How values of the columns leave the database; as they are stored if the section does not say. */
  readonly values?: Readonly<Record<string, ColumnValue>>
  /** Columns of points in time. */
  readonly times?: readonly string[]
  /** Whether one record can take half a megabyte (C4.1). */
  readonly isLong?: true
}

/** Texts of this length make records of which only a few fit into one part of an export. */
export const LONG_TEXT = 100_000

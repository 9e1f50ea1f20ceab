import type { Row } from '@content-service/domain'
import type { Order, SortDirection } from '@content-service/domain/internal/reading'
import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'
import type { Table } from '../tables/tables.ts'
import { textTerms } from '../tables/text-order.ts'

/** A column by which rows are ordered. */
export interface OrderTerm {
  /** The attribute that the column is made of. */
  readonly by: string
  readonly column: Sql
  readonly direction: SortDirection
  /** Null comes last in both directions, but first in the reverse order. */
  readonly isNullable: boolean
}

/** The order of the rows before a row, nearest first. */
export const reverse = (orderBy: readonly OrderTerm[]): readonly ReverseTerm[] =>
  orderBy.map((term) => ({ ...term, direction: term.direction === 'ASC' ? 'DESC' : 'ASC', isReverse: true }))

/** A column of an order, or of its reverse. */
export interface ReverseTerm extends OrderTerm {
  readonly isReverse?: boolean
}

/** C14.2: the place of a record, by its id, among the links of its parent. */
export type PlaceOf = (id: Sql) => Sql

const findPlace = (id: Sql, placeOf: PlaceOf | undefined): Sql => {
  if (placeOf === undefined) throw new Error('Only the links of a record have places.')
  return placeOf(id)
}

const listColumns = (
  of: Table,
  alias: string,
  { by, isText, isPlace }: Order,
  placeOf: PlaceOf | undefined,
): readonly Sql[] => {
  const column = of.column(alias, by)
  if (isPlace) return [findPlace(column, placeOf)]
  return isText ? textTerms(column) : [column]
}

/** The columns of an order: a text has several. */
export const listTerms = (
  of: Table,
  alias: string,
  orderBy: readonly Order[],
  placeOf?: PlaceOf,
): readonly OrderTerm[] =>
  orderBy.flatMap((order) =>
    listColumns(of, alias, order, placeOf).map((column) => ({
      by: order.by,
      column,
      direction: order.direction,
      isNullable: of.isNullable(order.by),
    })),
  )

/** A column of an order, with the value of a row. */
export interface Bound extends OrderTerm {
  /** Null for a row without a value. */
  readonly value: Sql | null
}

const listValues = (
  { by, isText, isPlace }: Order,
  row: Row,
  placeOf: PlaceOf | undefined,
): readonly (Sql | null)[] => {
  const value = row[by]
  if (isPlace) return [findPlace(sql`${value}`, placeOf)]
  if (value === null || value === undefined) return isText ? [null, null, null] : [null]
  return isText ? textTerms(sql`${value}::text`) : [sql`${value}`]
}

/** The columns of an order with the values of a row. */
export const listBounds = (
  of: Table,
  alias: string,
  {
    orderBy,
    row,
    placeOf,
  }: { readonly orderBy: readonly Order[]; readonly row: Row; readonly placeOf?: PlaceOf | undefined },
): readonly Bound[] => {
  const values = orderBy.flatMap((order) => listValues(order, row, placeOf))
  return listTerms(of, alias, orderBy, placeOf).map((term, place) => ({
    ...term,
    value: values[place] ?? null,
  }))
}

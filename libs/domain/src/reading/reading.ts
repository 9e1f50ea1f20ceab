import { and, type Condition } from '@content-service/authz'
import type { Collection } from '../model/collections.ts'
import type { ConnectionPage } from './page.ts'
import type { SortDirection, Window } from './page.ts'
import type { PlanCache } from './plan-cache.ts'

export interface Order {
  readonly by: string
  readonly direction: SortDirection
  /** C13.2: texts are ordered by their folded form in code-point order, then as they are. */
  readonly isText?: true
  /** C16.1: the values are texts with decimals, which have the order of their numbers. */
  readonly isDecimal?: true
  /** C14.2: the place of the record among the links of its parent decides, and `by` is the id of the record. */
  readonly isPlace?: true
}

/** C14.2: the order of the links that their writer decides. Cursors have the id, because places change. */
export const IN_PLACE: readonly Order[] = [{ by: 'id', direction: 'ASC', isPlace: true }]

/** Newest first; records of the same time by id, which is in the order of creation. */
export const NEWEST: readonly Order[] = [
  { by: 'createdAt', direction: 'DESC' },
  { by: 'id', direction: 'DESC' },
]

/** The parts of a record to read: some of its fields, and the records of some relations. */
export interface Selection {
  readonly fields: readonly string[]
  readonly related?: readonly RelatedSelection[]
  /** C16.1: the reader shows no ids of links in parts, so that the read need not hide those of unreadable records. */
  readonly omitsPartIds?: true
}

/** A relation to read. `as` names the result, so that a read can contain one relation twice with different windows. */
export interface RelatedSelection {
  readonly as: string
  readonly relation: string
  readonly select: Selection
  /** The read leaves out related rows that do not match. A relation to one record is null then. */
  readonly where?: Condition
  /**
   * Only for a relation to one record: null stands in the place of a record that the caller may not read, instead of a
   * refusal (C14.2).
   */
  readonly isNullable?: boolean
  /** The following members are only for relations to many records. */
  readonly orderBy?: readonly Order[]
  /** The filter and the order of the request. */
  readonly list?: ListInput | undefined
  /** The window of the request: if it is out of range, its refusal stands in the place of the records. */
  readonly window?: Window
  /** The advice how to read rows beyond the last offset (C5.6). */
  readonly farther?: string | undefined
  /** The `orderBy` values of a row: the read begins after this row. */
  readonly after?: Row
  readonly before?: Row
  readonly isBackward?: boolean
  /** Replaces the window: the relation is read as a connection (C5.4). */
  readonly page?: RelatedPage
  /** Numbers of related rows, which the row has beside them. */
  readonly tallies?: readonly Tally[]
}

/** A number of related rows, counted no further than `atMost`. `as` names it in the row. */
export interface Tally {
  readonly as: string
  readonly where: Condition
  readonly atMost: number
}

/** The filter and the order of a list, as a client sends them (C13.1). */
export interface ListInput {
  readonly where?: unknown
  readonly orderBy?: unknown
  /** Filters that are joined to `where` by and, such as the parameters of a URL. */
  readonly parts?: readonly FilterPart[]
}

/** A part of the filters of a list; the problems of a short form have the path of its argument. */
export interface FilterPart {
  readonly where: unknown
  readonly path: readonly (string | number)[]
  readonly isShort?: true
  /** An argument of an earlier release, which the bounds of filters do not count (C13.6). */
  readonly isReleased?: true
  /** `where` has the words of a search as its member `query` (C20.3). */
  readonly isWords?: true
}

export interface RelatedPage extends ConnectionPage {
  /** Whether the read counts the rows of all pages. */
  readonly isCounted: boolean
  /** The fields by whose values the read counts the rows of all pages (C13.4). */
  readonly countBy?: readonly string[]
}

/** The name of a number of rows that a store keeps, so that it need not count them (decision 72). */
export type KeptCount = 'listed users'

export interface Query {
  readonly from: Collection
  readonly where: Condition
  readonly orderBy: readonly Order[]
  readonly window: Window
  /** The `orderBy` values of a row: the read begins after this row. */
  readonly after?: Row
  /** The read ends before this row. */
  readonly before?: Row
  /** The rows are the last ones, in the reverse order. */
  readonly isBackward?: boolean
  readonly select: Selection
  /** The name of the number of the rows of all windows, if the query has no other conditions. */
  readonly keptCount?: KeptCount
  /** What no index serves (C13.6): the read may take the time of a search, and its refusal names this. */
  readonly unserved?: string | null
  /** A part of `where` through a link that leads to few records: a prepared query begins with them. */
  readonly lead?: Condition | undefined
}

/** Thrown by a prepared query whose `lead` leads to many records. */
export class ManyLinked extends Error {}

/**
 * A record of a read: the selected fields, and the related records under their `as`. If a relation has a wrong
 * argument, or leads to a record that the caller may not read and cannot be null, its refusal (a ContentError) stands in
 * the place of the records, and the rest of the record is present.
 */
export type Row = Readonly<Record<string, unknown>>

/** The values of the references in a query, by their names. */
export type ReferenceValues = Readonly<Record<string, string | number | Date | null>>

/** Whether the times of a row are dates (the default), or texts in the form of C2.2 for a response. */
export type Times = 'dates' | 'texts'

/** A query whose conditions can contain references. It runs many times, each time with other values. */
export interface PreparedQuery {
  /** The characters of its statement. */
  readonly length: number
  /**
   * Reads through the session of `reader`: within the budget of its request, or at most `atMost` bytes at once.
   * @throws QUERY_TOO_COMPLEX (C12.5). @throws ManyLinked, unless the reader is one for searches.
   */
  find(reader: Reader, values: ReferenceValues, atMost?: number): Promise<readonly Row[]>
}

/**
 * Port: reads plain rows. One call is one statement, at any depth of the selection, and fetches only the selected
 * fields.
 */
export interface Reader {
  /** The plans of all readers that run the prepared queries of each other: readers of one database and model. */
  readonly plans: PlanCache
  /**
   * Readers with the same source read the same rows at the same time. Null for a reader that must read alone, such as in
   * a transaction.
   */
  readonly source: object | null
  find(query: Query): Promise<readonly Row[]>
  /** The number of matching records, counted no further than `atMost`. */
  count(from: Collection, where: Condition, atMost: number): Promise<number>
  /** The numbers of the records that match each condition, with one statement. */
  countEach(from: Collection, wheres: readonly Condition[], atMost: number): Promise<readonly number[]>
  prepare(query: Query, times?: Times): PreparedQuery
  /** `count` with references in its condition. Its one row has the number as `count`. */
  prepareCount(rows: Pick<Query, 'from' | 'where' | 'keptCount' | 'lead'>, atMost: number): PreparedQuery
  /**
   * A reader for lists that no index serves (C13.6). Its statements have the connections and the time of searches, and their
   * TIMEOUT names `unserved`: the path of a filter, or the fields of an order. It is null for a list that looks for words.
   */
  asSearch(unserved: string | null): Reader
}

/** `and` of the conditions that are present. */
export const allOf = (...conditions: readonly (Condition | null | undefined | false)[]): Condition =>
  and(
    ...conditions.filter((condition) => condition !== null && condition !== undefined && condition !== false),
  )

import { where, type Condition, type Reference } from '@content-service/authz'
import {
  authorizeOnAll,
  filterByPermission,
  isAnonymous,
  mayOnAny,
  requireCredential,
  type PolicyContext,
} from '../access/access.ts'
import {
  countValues,
  planPages,
  readConnection,
  type ListedQuery,
  type PlannedPages,
} from '../visibility/connected-list.ts'
import type { Connection, ValueCount } from '../reading/connection.ts'
import { FREE } from '../visibility/lists/list-price.ts'
import type { Permission } from '../access/content-policy.ts'
import type { Context } from '../context/context.ts'
import { readCounted, type CountedRows } from '../visibility/counted-list.ts'
import type { ConnectionPage, Window } from '../reading/page.ts'
import { allOf, NEWEST, type Order, type Row, type Selection } from '../reading/reading.ts'
import type { Collection } from '../model/collections.ts'
import { about, type Operation } from '../model/operation.ts'
import {
  planVisible,
  readOne,
  readPlanned,
  type CostedQuery,
  type PlannedRead,
} from '../visibility/visibility.ts'
import { NOTHING } from '../visibility/visible-rows.ts'

/** The callers who may use an operation; the policy then decides about each record. */
export type Access = 'anyone' | 'signed in' | Permission

/**
 * C12.12: whether the service refuses the caller whatever the request contains: a caller without a credential, if the
 * policy gives the permission to no guest.
 */
export const isRefusedAtOnce = (context: PolicyContext, access: Access): boolean =>
  access !== 'anyone' && isAnonymous(context) && (access === 'signed in' || !mayOnAny(context, access))

/** The filters of a list by their names; `id` is the id of the record to which the list belongs. */
export type Filters = Readonly<Record<string, unknown>>

/** The records of a list that the caller may read, in their order. */
export interface Listing extends Pick<CostedQuery, 'where' | 'orderBy' | 'keptCount' | 'cost'> {
  /** The name of the list, by which its cursors differ from the cursors of other lists. */
  readonly name?: string
  /** The filter of the request, by which the list differs from others with its name. */
  readonly filter?: ListedQuery['filter']
  /** The function that plans the read and masks its rows; `planVisible` by default. */
  readonly plan?: typeof planVisible
}

/** An operation that lists records. */
export interface ListOperation<F = Filters> extends Operation {
  readonly kind: 'list'
  readonly access: Access
  readonly from: Collection
  readonly list: (context: Context, filters: F) => Listing | Promise<Listing>
}

/** The records of which an operation reads one, and the parts that it reads. */
export interface ReadableRecords {
  readonly from: Collection
  /** The records that the caller may read. */
  readonly where: Condition
  readonly select: Selection
  /** Called with the record that the caller has read. */
  readonly seen?: (context: Context, row: Row) => void
}

/** An operation that reads one record. */
export interface ReadOperation extends Operation {
  readonly kind: 'read'
  readonly access: Access
  /** The record in messages: `webhook`. */
  readonly word: string
  /** Null for a text that is the id of no record (C2.1). */
  readonly parseId: (text: string) => string | number | null
  /** C14.4: there is one such record, so that no text of an id is needed. */
  readonly isSingle?: boolean
  readonly readable: (context: Context, select: Selection) => ReadableRecords | Promise<ReadableRecords>
}

const hasId = (id: string | number | Reference): Condition => where<{ id: string | number }>().id.eq(id)

type ReadRecord = Pick<ReadOperation, 'readable'>

/** Reads the record with the id; null if the caller may read no such record. */
export const readById = async (
  context: Context,
  { readable }: ReadRecord,
  id: string | number | null,
  select: Selection,
): Promise<Row | null> => {
  const { from, where: allowed, select: whole, seen } = await readable(context, select)
  const row = id === null ? null : await readOne(context, from, allOf(hasId(id), allowed), whole)
  if (row) seen?.(context, row)
  return row
}

/** `readById` for the text of an id. */
export const readRow = (
  context: Context,
  operation: ReadRecord & Pick<ReadOperation, 'parseId'>,
  text: string,
  select: Selection,
): Promise<Row | null> => readById(context, operation, operation.parseId(text), select)

/** Plans the read of one record; its id can be a reference. */
export const planRow = async (
  context: Context,
  { readable }: ReadRecord,
  id: Reference | string | number,
  select: Selection,
): Promise<PlannedRead & Pick<ReadableRecords, 'seen'>> => {
  const { from, where: allowed, select: whole, seen } = await readable(context, select)
  const window = { limit: 1, offset: 0 }
  const query = { from, where: allOf(hasId(id), allowed), orderBy: [], window, select: whole }
  return { ...planVisible(context, query), ...(seen && { seen }) }
}

type RowFilter = (context: Context, id: string) => Condition | Promise<Condition>

/** The records on which the caller has the permission. @throws UNAUTHENTICATED. */
const filterOwn =
  (permission: Permission): RowFilter =>
  (context) => {
    requireCredential(context)
    return filterByPermission(context, permission) ?? NOTHING
  }

interface ListDeclaration extends Pick<ListOperation, 'resource' | 'from'> {
  readonly access: Permission
  readonly filter?: RowFilter
  readonly orderBy?: readonly Order[]
}

/** A list of the records that the caller may read, newest first, without another filter or order. */
export const declareList = ({
  resource,
  access,
  from,
  filter = filterOwn(access),
  orderBy = NEWEST,
}: ListDeclaration): ListOperation => ({
  ...about(resource),
  kind: 'list',
  access,
  from,
  list: async (context, { id = '' }) => ({ where: await filter(context, String(id)), orderBy }),
})

/** The operation that reads one record of the list. */
export const declareRead = (
  { resource, access, from, list }: ListOperation,
  { word, parseId }: Pick<ReadOperation, 'word' | 'parseId'>,
): ReadOperation => ({
  ...about(resource),
  kind: 'read',
  access,
  word,
  parseId,
  readable: async (context, select) => ({ from, where: (await list(context, {})).where, select }),
})

/**
 * A filter that gives every caller the same records, if the caller has the permission on all records. @throws
 * UNAUTHENTICATED, FORBIDDEN.
 */
export const createFilter =
  (permission: Permission, records: Condition = allOf()): RowFilter =>
  (context) => {
    authorizeOnAll(context, permission)
    return records
  }

/** The part of a list that an interface requests. */
export interface ListPart<F> {
  readonly filters: F
  readonly window: Window
}

export interface CountedPart<F> extends ListPart<F> {
  readonly atMost: number
}

/** Plans the read of a window of a list. */
export const planRows = async <F>(
  context: Context,
  { from, list }: ListOperation<F>,
  { filters, window }: ListPart<F>,
  select: Selection,
): Promise<PlannedRead> => {
  const { name: _, filter: _filter, plan = planVisible, ...listing } = await list(context, filters)
  return plan(context, { ...listing, from, window, select })
}

/** A window of a list. */
export const listRows = async <F>(
  context: Context,
  operation: ListOperation<F>,
  part: ListPart<F>,
  select: Selection,
): Promise<readonly Row[]> => readPlanned(context, await planRows(context, operation, part, select))

/** A window of a list, with the number of all rows, counted no further than `atMost`. */
export const countRows = async <F>(
  context: Context,
  operation: ListOperation<F>,
  { atMost, ...part }: CountedPart<F>,
  select: Selection,
): Promise<CountedRows> => readCounted(context, await planRows(context, operation, part, select), atMost)

/** A page of a list by cursor (C5.4). */
export interface ConnectedPart<F> {
  readonly filters: F
  /** The name of a list that declares no name. */
  readonly name: string
  readonly page: ConnectionPage
}

const createList = async <F>(
  context: Context,
  { from, list }: ListOperation<F>,
  { filters, name }: ConnectedPart<F>,
  select: Selection,
): Promise<ListedQuery> => ({ from, name, ...(await list(context, filters)), select })

/** Reads a page of a list by cursor. */
export const connectRows = async <F>(
  context: Context,
  operation: ListOperation<F>,
  part: ConnectedPart<F>,
  select: Selection,
): Promise<Connection> =>
  readConnection(context, await createList(context, operation, part, select), part.page)

/** Plans the pages of a list by cursor: all first pages, or all pages after a cursor. */
export const planConnectedRows = async <F>(
  context: Context,
  operation: ListOperation<F>,
  part: ConnectedPart<F>,
  select: Selection,
): Promise<PlannedPages> => planPages(context, await createList(context, operation, part, select), part.page)

/** Counts the records of a list by the values of a field (C13.5). */
export const countByValues = async <F>(
  context: Context,
  { from, list }: ListOperation<F>,
  filters: F,
  by: string,
): Promise<readonly ValueCount[]> => {
  const { where: condition, cost = FREE } = await list(context, filters)
  if (cost.price > 0) await context.quota.charge(cost.price)
  return countValues(context, { from, where: condition, cost }, by)
}

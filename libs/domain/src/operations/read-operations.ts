import { where, type Condition } from '@content-service/authz'
import { authorizeOnAll, filterByPermission, requireCredential } from '../access.ts'
import { readConnection } from '../connected-list.ts'
import type { Connection } from '../connection.ts'
import type { Permission } from '../content-policy.ts'
import type { Context } from '../context.ts'
import { readCounted, type CountedRows } from '../counted-list.ts'
import type { ConnectionPage, Window } from '../page.ts'
import {
  allOf,
  NEWEST,
  type Collection,
  type Order,
  type Query,
  type Row,
  type Selection,
} from '../reading.ts'
import { about, type Operation } from './operation.ts'
import { readOne, readVisible } from '../visibility.ts'
import { NOTHING } from '../visible-rows.ts'

/** The callers who may use an operation; the policy then decides about each record. */
export type Access = 'anyone' | 'signed in' | Permission

/** An operation that lists records. */
export interface ListOperation extends Operation {
  readonly kind: 'list'
  readonly access: Access
  readonly from: Collection
  readonly orderBy: readonly Order[]
  /** The records that the caller may list; of a list below a record, `id` is the id of that record. */
  readonly filter: (context: Context, id: string) => Condition | Promise<Condition>
}

/** An operation that reads one record of a list. */
export interface ReadOperation extends Operation {
  readonly kind: 'read'
  readonly list: ListOperation
  /** The record in messages: `webhook`. */
  readonly word: string
  readonly parseId: (text: string) => string | number | null
}

/** The records on which the caller has the permission. @throws UNAUTHENTICATED. */
const filterOwn =
  (permission: Permission): ListOperation['filter'] =>
  (context) => {
    requireCredential(context)
    return filterByPermission(context, permission) ?? NOTHING
  }

/** A list of the records that the caller may read, newest first, without another filter or order. */
export const declareList = ({
  resource,
  access,
  ...declared
}: Pick<ListOperation, 'resource' | 'from'> &
  Partial<ListOperation> & { readonly access: Permission }): ListOperation => ({
  ...about(resource),
  kind: 'list',
  access,
  orderBy: NEWEST,
  filter: filterOwn(access),
  ...declared,
})

/** The operation that reads one record of the list. */
export const declareRead = (
  list: ListOperation,
  declared: Pick<ReadOperation, 'word' | 'parseId'>,
): ReadOperation => ({ ...about(list.resource), kind: 'read', list, ...declared })

/** The same records for each caller who has the permission on all records. @throws UNAUTHENTICATED, FORBIDDEN. */
export const createFilter =
  (permission: Permission, records: Condition = allOf()): ListOperation['filter'] =>
  (context) => {
    authorizeOnAll(context, permission)
    return records
  }

type Listed = Omit<Query, 'window' | 'after'>

const createQuery = async (
  context: Context,
  { from, orderBy, filter }: ListOperation,
  { id, select }: { readonly id: string; readonly select: Selection },
): Promise<Listed> => ({ from, where: await filter(context, id), orderBy, select })

/** A window of a list. */
export const listRows = async (
  context: Context,
  list: ListOperation,
  { id = '', window }: { readonly id?: string; readonly window: Window },
  select: Selection,
): Promise<readonly Row[]> =>
  readVisible(context, { ...(await createQuery(context, list, { id, select })), window })

/** The same with the number of all rows, counted no further than `atMost`. */
export const countRows = async (
  context: Context,
  list: ListOperation,
  { id = '', window, atMost }: { readonly id?: string; readonly window: Window; readonly atMost: number },
  select: Selection,
): Promise<CountedRows> =>
  readCounted(context, { ...(await createQuery(context, list, { id, select })), window }, atMost)

/** A page of a list by cursor (C5.4). No other list has the name. */
export const connectRows = async (
  context: Context,
  list: ListOperation,
  { id = '', name, page }: { readonly id?: string; readonly name: string; readonly page: ConnectionPage },
  select: Selection,
): Promise<Connection> => {
  const query = await createQuery(context, list, { id, select })
  return readConnection(context, { ...query, name: `${name} ${id}`.trimEnd() }, page)
}

/** The record with the id; null if the caller may not read it. */
export const readRow = async (
  context: Context,
  { list, parseId }: ReadOperation,
  text: string,
  select: Selection,
): Promise<Row | null> => {
  const allowed = await list.filter(context, '')
  const id = parseId(text)
  if (id === null) return null
  return readOne(context, list.from, allOf(where<{ id: string | number }>().id.eq(id), allowed), select)
}

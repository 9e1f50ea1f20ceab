import { where, type Condition } from '@content-service/authz'
import type { Context } from '../context.ts'
import { readCounted, type CountedRows } from '../counted-list.ts'
import type { Window } from '../page.ts'
import { allOf, NEWEST, type Query, type Row, type Selection } from '../reading.ts'
import { readOne, readVisible } from '../visibility.ts'
import { filterReadable, filterListed } from '../visible-rows.ts'
import type { RecordId } from './field.ts'
import type { RecordType } from './record-type.ts'

const filterById = (id: RecordId): Condition => where<{ id: RecordId }>().id.eq(id)

export interface RecordList {
  readonly window: Window
  /** Ids of linked records by attribute, such as `categoryId`; only records with all of these links are listed. */
  readonly links?: Readonly<Record<string, RecordId | undefined>>
}

const NOT_HIDDEN: Condition = { op: 'eq', attribute: 'isOwnerDeleted', value: false }

/** C3.5: a record that shows the ghost as its owner is not found by the owner that it hides. */
const filterByLink = (
  { ownerAttribute }: RecordType,
  links: RecordList['links'] = {},
): readonly Condition[] =>
  Object.entries(links).flatMap(([attribute, id]) => {
    if (id === undefined) return []
    const isLinked = { op: 'eq' as const, attribute, value: id }
    return attribute === ownerAttribute ? [isLinked, NOT_HIDDEN] : [isLinked]
  })

const createListQuery = (
  context: Context,
  type: RecordType,
  { window, links }: RecordList,
  select: Selection,
): Query => {
  const from = type.plural
  const condition = allOf(filterListed(context, from), ...filterByLink(type, links))
  return { from, where: condition, orderBy: NEWEST, window, select }
}

/** The records that the caller may read, newest first. */
export const listRecords = (
  context: Context,
  type: RecordType,
  list: RecordList,
  select: Selection,
): Promise<readonly Row[]> => readVisible(context, createListQuery(context, type, list, select))

/** The same list with the number of its records, counted no further than `atMost`. */
export const listCountedRecords = (
  context: Context,
  type: RecordType,
  { atMost, ...list }: RecordList & { readonly atMost: number },
  select: Selection,
): Promise<CountedRows> => readCounted(context, createListQuery(context, type, list, select), atMost)

/** Null if there is no record with this id, or if the caller may not read it. */
export const readRecord = async (
  context: Context,
  type: RecordType,
  id: RecordId | null,
  select: Selection,
): Promise<Row | null> => {
  if (id === null) return null
  const from = type.plural
  return readOne(context, from, allOf(filterById(id), filterReadable(context, from)), select)
}

/** A record that an operation has just written, whether or not the caller may read it. */
export const readKnownRecord = (
  context: Context,
  type: RecordType,
  id: RecordId,
  select: Selection,
): Promise<Row | null> => readOne(context, type.plural, filterById(id), select)

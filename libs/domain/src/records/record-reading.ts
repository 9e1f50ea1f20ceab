import { where, type Condition } from '@content-service/authz'
import type { ReaderContext } from '../visibility/read-context.ts'
import { contentRead } from '../model/operation.ts'
import type { Filters, ListOperation, ReadOperation } from '../operations/read-operations.ts'
import { allOf, type Row, type Selection } from '../reading/reading.ts'
import { createOrder, type Sorting } from '../reading/sort-order.ts'
import { readOne } from '../visibility/visibility.ts'
import { filterReadable, filterListed, NOTHING } from '../visibility/visible-rows.ts'
import { isOwner, type RecordId } from '../model/field.ts'
import type { RecordLink } from '../model/record-attributes.ts'
import type { RecordType } from '../model/record-type.ts'
import { isLinkVisible } from './readable-links.ts'

const filterById = (id: RecordId): Condition => where<{ id: RecordId }>().id.eq(id)

const NOT_HIDDEN: Condition = { op: 'eq', attribute: 'isOwnerDeleted', value: false }

/**
 * The condition that a record has the link of a filter, by attribute: `categoryId`. An id that no record has matches no
 * record (C2.1), nor does the id of a record that the caller may not read, because the link is null then (C14.2). A
 * record that shows the ghost as its owner does not match its hidden owner (C3.5).
 */
const filterByLink = async (
  context: ReaderContext,
  { attribute, field }: RecordLink,
  text: unknown,
): Promise<Condition> => {
  if (typeof text !== 'string') return allOf()
  const id = field.parseId(text)
  if (id === null) return NOTHING
  const isLinked: Condition = { op: 'eq', attribute, value: id }
  if (isOwner(field)) return allOf(isLinked, NOT_HIDDEN)
  return (await isLinkVisible(context, field, id)) ? isLinked : NOTHING
}

const filterByLinks = (context: ReaderContext, { links }: RecordType, filters: Filters) =>
  Promise.all(links.map((link) => filterByLink(context, link, filters[link.attribute])))

/** C5.6: the fields by which a list of records can be sorted. */
export const RECORD_SORT_FIELDS = ['createdAt'] as const

/** The records that the caller may read, newest first by default. */
export const declareRecordList = (type: RecordType): ListOperation => ({
  ...contentRead(type.plural),
  kind: 'list',
  access: 'anyone',
  from: type.plural,
  list: async (context, filters) => ({
    where: allOf(filterListed(context, type.plural), ...(await filterByLinks(context, type, filters))),
    // The interfaces give the order in this form.
    orderBy: createOrder(RECORD_SORT_FIELDS, filters as Sorting),
  }),
})

/** Null if there is no record with this id, or if the caller may not read it. */
export const readRecord = async (
  context: ReaderContext,
  type: RecordType,
  id: RecordId | null,
  select: Selection,
): Promise<Row | null> => {
  if (id === null) return null
  const from = type.plural
  return readOne(context, from, allOf(filterById(id), filterReadable(context, from)), select)
}

/** The operation that reads one record. */
export const declareRecordRead = (type: RecordType): ReadOperation => ({
  ...contentRead(type.plural),
  kind: 'read',
  access: 'anyone',
  word: type.word,
  parseId: type.parseId,
  readable: (context, select) => ({
    from: type.plural,
    where: filterReadable(context, type.plural),
    select,
  }),
})

/** A record that an operation has just written, regardless of the caller's right to read it. */
export const readKnownRecord = (
  context: ReaderContext,
  type: RecordType,
  id: RecordId,
  select: Selection,
): Promise<Row | null> => readOne(context, type.plural, filterById(id), select)

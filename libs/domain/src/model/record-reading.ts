import { where, type Condition } from '@content-service/authz'
import type { Context } from '../context.ts'
import { contentRead } from '../operations/operation.ts'
import type { Filters, ListOperation, ReadOperation } from '../operations/read-operations.ts'
import { allOf, type Row, type Selection } from '../reading.ts'
import { createOrder, type Sorting } from '../sort-order.ts'
import { readOne } from '../visibility.ts'
import { filterReadable, filterListed, NOTHING } from '../visible-rows.ts'
import type { RecordId } from './field.ts'
import type { RecordType } from './record-type.ts'

const filterById = (id: RecordId): Condition => where<{ id: RecordId }>().id.eq(id)

const NOT_HIDDEN: Condition = { op: 'eq', attribute: 'isOwnerDeleted', value: false }

/**
 * The condition that a record has all links of the filters, by attribute: `categoryId`. An id that no record has
 * matches no record (C2.1). A record that shows the ghost as its owner does not match its hidden owner (C3.5).
 */
const filterByLinks = ({ links, ownerAttribute }: RecordType, filters: Filters): readonly Condition[] =>
  links.flatMap(({ attribute, field }) => {
    const text = filters[attribute]
    if (typeof text !== 'string') return []
    const id = field.parseId(text)
    if (id === null) return [NOTHING]
    const isLinked = { op: 'eq' as const, attribute, value: id }
    return attribute === ownerAttribute ? [isLinked, NOT_HIDDEN] : [isLinked]
  })

/** C5.6: the fields by which a list of records can be sorted. */
export const RECORD_SORT_FIELDS = ['createdAt'] as const

/** The records that the caller may read, newest first by default. */
export const declareRecordList = (type: RecordType): ListOperation => ({
  ...contentRead(type.plural),
  kind: 'list',
  access: 'anyone',
  from: type.plural,
  list: (context, filters) => ({
    where: allOf(filterListed(context, type.plural), ...filterByLinks(type, filters)),
    // The interfaces give the order in this form.
    orderBy: createOrder(RECORD_SORT_FIELDS, filters as Sorting),
  }),
})

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
  context: Context,
  type: RecordType,
  id: RecordId,
  select: Selection,
): Promise<Row | null> => readOne(context, type.plural, filterById(id), select)

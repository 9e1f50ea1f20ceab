import { where, type Condition } from '@content-service/authz'
import type { ReaderContext } from '../visibility/read-context.ts'
import { contentRead } from '../model/operation.ts'
import type { Filters, ListOperation, ReadOperation } from '../operations/read-operations.ts'
import { allOf, type ListInput, type Order, type Row, type Selection } from '../reading/reading.ts'
import { createOrder, type Sorting } from '../reading/sort-order.ts'
import { readOne } from '../visibility/visibility.ts'
import { getDefaultOrder } from '../visibility/lists/default-order.ts'
import { listParts, parseList } from '../visibility/lists/list-input.ts'
import { filterChosen } from '../visibility/lists/chosen-rows.ts'
import { filterReadable } from '../visibility/visible-rows.ts'
import type { RecordId } from '../model/fields/field.ts'
import type { RecordType } from '../model/types/record-type.ts'

const filterById = (id: RecordId): Condition => where<{ id: RecordId }>().id.eq(id)

/** C5.6: the fields by which a list of records can be sorted. */
export const RECORD_SORT_FIELDS = ['createdAt'] as const

/** The filters by links, such as `categoryId`, are short forms of a filter. */
const listShortForms = ({ links }: RecordType, filters: Filters) =>
  listParts(
    Object.fromEntries(
      links.map(({ attribute }) => {
        const id = filters[attribute]
        return [attribute, typeof id === 'string' && { [attribute]: { eq: id } }]
      }),
    ),
  )

/** The cursors of all lists of a type have the names of its root field. */
const nameList = ({ plural, links }: RecordType, filters: Filters): string => {
  const given = links.flatMap(({ attribute }) => {
    const id = filters[attribute]
    return typeof id === 'string' ? [[attribute, id]] : []
  })
  return `${plural} ${given.length > 0 ? JSON.stringify(given) : ''}`
}

/** C5.6, C14.9: the order that a request names by `sortBy` or `direction`; otherwise that of the type. @throws BAD_USER_INPUT. */
const chooseOrder = ({ model }: ReaderContext, { name }: RecordType, given: Sorting): readonly Order[] =>
  given.sortBy === undefined && given.direction === undefined
    ? getDefaultOrder(model, model.typeNamed(name))
    : createOrder(RECORD_SORT_FIELDS, given)

/** The records that the caller may read, in the order of the type by default. */
export const declareRecordList = (type: RecordType): ListOperation => ({
  ...contentRead(type.plural),
  kind: 'list',
  access: 'anyone',
  from: type.plural,
  list: (context, filters) => {
    // The interfaces give the filter and the order in this form.
    const { where: given, orderBy, parts = [] } = filters as ListInput
    const short = listShortForms(type, filters)
    // The model can have the type with more fields.
    const whole = context.model.typeNamed(type.name)
    const parsed = parseList(context, whole, { where: given, orderBy, parts, short })
    const chosen = { condition: parsed.where, parts: [{ where: given }, ...parts] }
    return {
      name: nameList(type, filters),
      filter: { where: given, parts },
      where: allOf(filterChosen(context, whole, chosen), parsed.where),
      orderBy: parsed.orderBy ?? chooseOrder(context, type, filters as Sorting),
      cost: parsed.cost,
    }
  },
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
  isSingle: type.isSingle,
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

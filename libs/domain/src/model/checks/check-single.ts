import { isOwner, type Field } from '../fields/field.ts'
import { isSearched } from '../fields/searched-texts.ts'
import { listOutgoing } from '../links/outgoing-links.ts'
import type { RecordType } from '../types/record-type.ts'
import { problem } from './model-problem.ts'

/** What only types with several records have, with the reason. */
const listOptions = (
  type: RecordType,
): readonly (readonly [option: string, isGiven: boolean, reason: string])[] => [
  ['fixed', type.isFixed, 'the record is there to be changed'],
  ['live', type.isLive, 'subscriptions name a record by its id'],
  ['keepFor', type.keepFor !== null, 'nobody creates records'],
  ['index', type.indexes.length > 0, 'there is no list'],
  ['unique', type.uniques.length > 0, 'there is no other record'],
  ['defaultOrder', type.defaultOrder !== null, 'there is no list'],
  ['schedule', type.schedule !== null, 'its addresses name a record by its id'],
  ['likes', type.takesLikes, 'its addresses name a record by its id'],
  ['views', type.countsViews, 'every reader of the service would count'],
  ['operations', Object.keys(type.operations).length > 0, 'clients change the fields'],
]

const checkField = (field: Field): readonly string[] => [
  ...problem(isOwner(field), 'nobody creates the record, so that it has no owner; remove the field'),
  ...problem(
    !isOwner(field) && field.isInput && !field.isOptional && field.initial === null,
    'the record exists before anybody sets the field; add optional: true or initial',
  ),
  ...problem(field.isUnique || field.index !== undefined, 'there is no list; remove unique and index'),
  ...problem(isSearched(field), 'searches find no record of a single type; remove search'),
]

const checkOutgoing = (type: RecordType): readonly string[] =>
  listOutgoing(type).flatMap(({ name, inverse, onDelete }) =>
    [
      ...problem(inverse !== undefined, 'a list with one record tells nothing; remove inverse'),
      ...problem(onDelete === 'cascade', "nobody deletes the record; write onDelete: 'clear' or 'refuse'"),
    ].map((wrong) => `${type.name}.${name}: ${wrong}`),
  )

/** C14.4: a single type has no part that needs a second record. */
export const checkSingle = (type: RecordType): readonly string[] => {
  const { name, isSingle, resource, attributes } = type
  if (!isSingle) return []
  const actions = Object.keys(resource?.rights ?? {}).filter((action) =>
    ['create', 'delete'].includes(action),
  )
  return [
    ...listOptions(type).flatMap(([option, isGiven, reason]) =>
      problem(isGiven, `${name}: a single type has no ${option}: ${reason}; remove ${option}`),
    ),
    ...actions.map(
      (action) => `${name}: nobody can ${action} the record of a single type; remove ${action} from allowed`,
    ),
    ...Object.entries(attributes).flatMap(([attribute, field]) =>
      checkField(field).map((wrong) => `${name}.${attribute}: ${wrong}`),
    ),
    ...checkOutgoing(type),
  ]
}

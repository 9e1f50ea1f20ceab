import { createHash } from 'node:crypto'
import type { RecordType } from '@content-service/domain'
import { findGuestRight, type ContentPolicy } from '@content-service/domain/internal/access'
import {
  DELETED_AT,
  GUEST_NOTE,
  hidesTrash,
  isList,
  isMixed,
  listGroupMembers,
  listUniqueKeys,
  parseOrderText,
  SCHEDULED_BY,
  SCHEDULED_FOR,
  isText,
  type Field,
  type GroupMemberPath,
} from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import { readMember, readMemberText } from '../tables/group-members.ts'
import { foldOfGuestSql, foldStartSql } from '../tables/text-order.ts'
import { findColumnType } from '../tables/record-columns.ts'
import { toSnakeCase } from '../statements/rows.ts'
import { compileStatement, type Sql } from '../statements/sql.ts'
import { writePredicate } from './predicate.ts'
import { quoteName, type TablePart } from '../tables/table-part.ts'
import { nameColumns, writeKeyColumns } from './unique/unique-index.ts'

type Named = Pick<RecordType, 'plural'>

interface Index {
  /** The part of the name after that of the table. */
  readonly name: string
  readonly on: string
  readonly kind?: 'unique index'
}

const createIndex = ({ plural }: Named, { name, on, kind }: Index): TablePart => ({
  kind: 'index',
  name: `${plural}_${name}`,
  statement: `create ${kind ?? 'index'} ${plural}_${name} on "${plural}" ${on}`,
  isRequired: kind === 'unique index',
})

const NEWEST = '"created_at" desc, "id" desc'

const createUnique = (type: Named, name: string, on: string): TablePart =>
  createIndex(type, { name: `${name}_key`, on: `(${on})`, kind: 'unique index' })

/** The indexes of unique fields and of the lists of links. */
const listKeys = (type: RecordType): readonly TablePart[] => {
  const { hasRef, links } = type
  return [
    ...listUniqueKeys(type).map((key) => createUnique(type, nameColumns(key), writeKeyColumns(type, key))),
    ...(hasRef ? [createUnique(type, 'ref', '"ref"')] : []),
    createIndex(type, { name: 'newest', on: `(${NEWEST})` }),
    ...links.map(({ name, attribute }) =>
      createIndex(type, { name: toSnakeCase(name), on: `(${quoteName(attribute)}, ${NEWEST})` }),
    ),
  ]
}

/** A column of an index by which a list is ordered. */
interface OrderColumn {
  readonly name: string
  readonly text: string
  readonly isNullable: boolean
}

const ID: OrderColumn = { name: 'id', text: '"id"', isNullable: false }

const writeDescending = ({ text, isNullable }: OrderColumn): string =>
  `${text} desc${isNullable ? ' nulls last' : ''}`

/** The names of the indexes of an order: of both directions or the descending one, and of the ascending one. */
interface Names {
  readonly name: string
  readonly ascending: string
}

/** One index serves both directions. Null is last in both, so that a column with nulls has an index for each direction. */
const listDirections = (
  type: Named,
  { name, ascending }: Names,
  columns: readonly OrderColumn[],
): readonly TablePart[] => {
  const first = `(${columns.map(({ text }) => text).join(', ')})`
  if (columns.every(({ isNullable }) => !isNullable)) return [createIndex(type, { name, on: first })]
  return [
    createIndex(type, { name, on: `(${columns.map(writeDescending).join(', ')})` }),
    createIndex(type, { name: ascending, on: first }),
  ]
}

/** No name is longer than that of a unique index. */
const nameOrder = (columns: string): Names => ({ name: `by_${columns}`, ascending: `up_${columns}` })

const refer = (attribute: string): Sql => sql.ref(toSnakeCase(attribute))

const writeFoldStart = (attribute: string): string => compileStatement(foldStartSql(refer(attribute))).text

const TIMES: Readonly<Record<string, boolean>> = { createdAt: false, updatedAt: true }

/** The attribute of a field, of a link or of a time that every record has. */
const createColumn = ({ attributes, links }: RecordType, given: string): OrderColumn => {
  const attribute = links.find(({ name }) => name === given)?.attribute ?? given
  const field = attributes[attribute]
  const column = quoteName(attribute)
  return {
    name: toSnakeCase(attribute),
    text: field && attribute === given && isText(field) ? writeFoldStart(attribute) : column,
    isNullable: field?.isOptional ?? TIMES[attribute] ?? false,
  }
}

/** Ties are ordered by id. A text has further terms of its order before the id, but not where it is null. */
const withTies = (type: RecordType, given: readonly string[]): readonly OrderColumn[] => {
  const columns = given.map((each) => createColumn(type, each))
  const last = type.attributes[given.at(-1) ?? '']
  return last && isText(last) && !last.isOptional ? columns : [...columns, ID]
}

const listTimes = (type: RecordType): readonly TablePart[] =>
  type.isFixed
    ? []
    : [
        ...listDirections(type, { name: 'edited', ascending: 'edited_first' }, withTies(type, ['updatedAt'])),
        createIndex(type, { name: 'changed', on: '(coalesce("updated_at", "created_at") desc, "id" desc)' }),
      ]

/** The index of a field: lists offer unique fields as orders, too (C13.1). */
const listOfField = (type: RecordType, attribute: string, field: Field): readonly TablePart[] => {
  if (field.index !== true && !field.isUnique) return []
  const names = nameOrder(toSnakeCase(attribute))
  return field.kind === 'tags' || isList(field)
    ? [createIndex(type, { name: names.name, on: `using gin (${quoteName(attribute)})` })]
    : listDirections(type, names, withTies(type, [attribute]))
}

const writeMember = (member: GroupMemberPath, column: Sql): Sql => {
  if (isText(member.field)) return foldStartSql(readMemberText(member, column))
  const value = readMember(member, column)
  return findColumnType(member.field) === 'text' ? value : sql`(${value})`
}

/** C16.1: the indexes of members of groups. A record without the group has null. */
const listOfMembers = (type: RecordType): readonly TablePart[] =>
  listGroupMembers(type.attributes).flatMap((member) => {
    if (member.field.index !== true) return []
    const name = toSnakeCase(member.name.replaceAll('.', '_'))
    const column = refer(member.attribute)
    const text = compileStatement(writeMember(member, column)).text
    const ordered = { name, text, isNullable: true }
    return listDirections(type, nameOrder(name), [ordered, ID])
  })

const listCompounds = (type: RecordType): readonly TablePart[] =>
  type.indexes.flatMap((given) => {
    const names = nameOrder(given.map((each) => createColumn(type, each).name).join('_and_'))
    return listDirections(type, names, withTies(type, given))
  })

/** Indexes of fields have one direction, so that an order of both directions has an index of its own (C14.9). */
const listMixedOrder = (type: RecordType): readonly TablePart[] => {
  const order = (type.defaultOrder ?? []).map(parseOrderText)
  if (!isMixed(order)) return []
  const directions = [...order.map(({ direction }) => direction), order.at(-1)?.direction]
  const columns = [...order.map(({ field }) => createColumn(type, field)), ID]
  const written = columns.map((column, place) =>
    directions[place] === 'DESC' ? writeDescending(column) : column.text,
  )
  return [createIndex(type, { name: 'in_order', on: `(${written.join(', ')})` })]
}

const writeText = (make: (column: Sql) => Sql, attribute: string): string =>
  `using gin (${compileStatement(make(refer(attribute))).text} collate "C" gin_trgm_ops)`

const DIGEST = 8

/** The index on the texts that GUEST may read. */
const createPartial = (type: Named, attribute: string, predicate: string): TablePart => {
  const digest = createHash('sha256').update(predicate).digest('hex').slice(0, DIGEST)
  const on = `${writeText(foldOfGuestSql, attribute)} where ${predicate}`
  return { ...createIndex(type, { name: `in_${toSnakeCase(attribute)}_${digest}`, on }), isPartial: true }
}

/**
 * The indexes on the parts of a text: on all records, and on those that GUEST may read. A read by an index with
 * unreadable records would take the time of all that match, so that a caller with another right uses neither.
 */
const listTextIndexes = (
  type: RecordType,
  policy: ContentPolicy,
  attribute: string,
): readonly TablePart[] => {
  const { permissions, attributes } = type
  const right = findGuestRight(policy, { permission: permissions.read, attributes })
  const predicate = right && writePredicate(right)
  return [
    createIndex(type, {
      name: `in_${toSnakeCase(attribute)}`,
      on: writeText((column) => sql`fold(${column})`, attribute),
    }),
    ...(predicate === null || predicate === '' ? [] : [createPartial(type, attribute, predicate)]),
  ]
}

/** Finds the records of guests that are due to be erased (C14.3). */
const listGuestNote = (type: RecordType): readonly TablePart[] =>
  typeof type.keepFor === 'number'
    ? [
        createIndex(type, {
          name: 'of_guests',
          on: `(${quoteName(GUEST_NOTE)}) where ${quoteName(GUEST_NOTE)} is not null`,
        }),
      ]
    : []

/** C17.4: lists the trash, newest first, and finds what is due to be erased; other records have no entry. */
const listTrash = (type: RecordType): readonly TablePart[] =>
  hidesTrash(type)
    ? [
        createIndex(type, {
          name: 'in_trash',
          on: `("created_at" desc, "id" desc) where ${quoteName(DELETED_AT)} is not null`,
        }),
      ]
    : []
/** C17.2: finds the records that are due, and those that a deleted user has scheduled. */
const listScheduled = (type: RecordType): readonly TablePart[] =>
  type.schedule === null
    ? []
    : [['scheduled', SCHEDULED_FOR] as const, [toSnakeCase(SCHEDULED_BY), SCHEDULED_BY] as const].map(
        ([name, attribute]) => {
          const column = quoteName(attribute)
          return createIndex(type, { name, on: `(${column}) where ${column} is not null` })
        },
      )

/** The indexes that a declaration needs (C14.9). `policy` is the one that the model declares. */
export const listIndexes = (type: RecordType, policy: ContentPolicy): readonly TablePart[] => {
  const fields = Object.entries(type.attributes)
  // One row needs no index.
  if (type.isSingle) return []
  return [
    ...listKeys(type),
    ...listTimes(type),
    ...fields.flatMap(([attribute, field]) => listOfField(type, attribute, field)),
    ...fields.flatMap(([attribute, field]) =>
      field.index === 'text' ? listTextIndexes(type, policy, attribute) : [],
    ),
    ...listOfMembers(type),
    ...listCompounds(type),
    ...listMixedOrder(type),
    ...listGuestNote(type),
    ...listTrash(type),
    ...listScheduled(type),
  ]
}

import { adviseName } from '../../rules/similar-name.ts'
import { findKind } from '../fields/field-kinds.ts'
import { isComputedByReads, isJson, isLink, isMany, isText, nameOne, type Field } from '../fields/field.ts'
import { isField } from '../fields/member-rules.ts'
import { isGroup, isList, type ListField } from '../fields/part-fields.ts'
import { listGroupMembers } from '../fields/group-members.ts'
import { nameWord } from '../interface-names.ts'
import type { RecordType } from '../types/record-type.ts'
import { countBytes, MAX_NAME_BYTES } from './database-names.ts'
import { problem } from './model-problem.ts'

/** Filters leave longer texts out: searches find them (C13.1). */
const LONGEST_TEXT = 10_000

const MOST_COLUMNS = 3

/** A unique index has the text in lower case, with at most four bytes for each character, and no entry above 2,600 bytes. */
const LONGEST_UNIQUE = 640

const isLong = ({ schema: { maxLength = 0 } }: Field): boolean => maxLength > LONGEST_TEXT

/** An array of texts has an index that finds its values. */
const isSearchedList = ({ item }: ListField): boolean =>
  isField(item) && (isText(item) || ['choice', 'date', 'time'].includes(item.kind))

/** Why no index serves a field in filters and orders; an empty list if one can. */
export const checkIndexed = (field: Field): readonly string[] => [
  ...problem(
    isText(field) && isLong(field),
    'a text of more than 10,000 characters has no index, because no list is filtered by it; remove index, or let searches find it with search',
  ),
  ...problem(
    findKind(field).compared === null || isJson(field),
    `no list is filtered by ${isGroup(field) || isJson(field) ? 'an object' : nameOne(field.kind)}; remove index`,
  ),
  ...problem(
    isList(field) && !isSearchedList(field),
    'an index serves lists of texts, dates, times and choices; remove index',
  ),
  ...problem(isComputedByReads(field), 'a computed value without a column has no index; add stored: true'),
  ...problem(field.isHidden === true, 'no list is filtered by a hidden field; remove index or hidden'),
]

const checkField = (field: Field): readonly string[] => {
  const { index, isUnique } = field
  return [
    ...problem(
      index !== undefined && index !== true && index !== 'text',
      `index cannot be ${JSON.stringify(index)}; write true${isText(field) ? " or 'text'" : ''}`,
    ),
    ...problem(
      index === 'text' && !isText(field),
      "index: 'text' is for a line or a text; write index: true",
    ),
    ...(index === undefined ? [] : checkIndexed(field)),
    ...problem(
      isUnique && isText(field) && (field.schema.maxLength ?? 0) > LONGEST_UNIQUE,
      `a unique text has at most ${LONGEST_UNIQUE} characters, which fit in an index; lower the most characters`,
    ),
  ]
}

/** The times of every record by which an index can end. */
const listTimes = ({ isFixed }: RecordType): readonly string[] => (isFixed ? [] : ['createdAt', 'updatedAt'])

const checkColumn = (type: RecordType, name: unknown): readonly string[] => {
  const known = [...Object.keys(type.fields), ...listTimes(type)]
  if (typeof name !== 'string' || !known.includes(name)) {
    const given = typeof name === 'string' ? name : JSON.stringify(name)
    return [`no field or link has the name ${given}; ${adviseName(given, known)}`]
  }
  const field = type.fields[name]
  if (field === undefined || isLink(field)) return []
  if (isMany(field)) return [`${name} leads to many records, and no index of the type serves it; remove it`]
  if (field.kind === 'tags' || isList(field))
    return [`${name} is a list of values; write index: true on the field`]
  return checkIndexed(field).map((wrong) => `${name}: ${wrong}`)
}

const checkName = ({ plural, links }: RecordType, names: readonly unknown[]): readonly string[] => {
  const columns = names.map((given) => links.find(({ name }) => name === given)?.attribute ?? given)
  const length = `${plural}_by_`.length + countBytes(columns.join('_and_'))
  return problem(
    length > MAX_NAME_BYTES,
    `the index [${names.join(', ')}] would have a name of ${length} characters, and PostgreSQL cuts names after ${MAX_NAME_BYTES}; choose shorter names`,
  )
}

const checkCompound = (type: RecordType, names: readonly unknown[]): readonly string[] => [
  ...problem(names.length === 1, `an index of one field is an option of the field; write index: true there`),
  ...problem(
    names.length === 0 || names.length > MOST_COLUMNS,
    `an index has 2 or ${MOST_COLUMNS} fields, and [${names.join(', ')}] has ${names.length}`,
  ),
  ...names.flatMap((name, place) => [
    ...checkColumn(type, name),
    ...problem(
      names.indexOf(name) < place,
      `${String(name)} is there twice in an index; leave out one of them`,
    ),
  ]),
  ...checkName(type, names),
]

const checkCompounds = (type: RecordType): readonly string[] => {
  const all: unknown = type.indexes
  const own: readonly unknown[] = Array.isArray(type.uniques) ? type.uniques : []
  // `checkUnique` checks the indexes of fields that are unique together.
  const given: unknown = Array.isArray(all) ? all.filter((names) => !own.includes(names)) : all
  if (!Array.isArray(given) || !given.every(Array.isArray))
    return ["index must be a list of lists of fields, such as [['venue', 'startsAt']]"]
  const texts = given.map((names) => names.join())
  return given.flatMap((names, place) => [
    ...checkCompound(type, names),
    ...problem(
      texts.indexOf(names.join()) < place,
      `the index [${names.join(', ')}] is there twice; leave out one`,
    ),
  ])
}

/** C16.1: the words of the orders by members of groups have no dots. */
const checkMembers = ({ plural, attributes }: RecordType): readonly string[] => {
  const words = new Set(Object.keys(attributes).map(nameWord))
  return listGroupMembers(attributes)
    .filter(({ field }) => field.index === true)
    .flatMap(({ name }) => {
      const length = `${plural}_by_`.length + countBytes(name)
      return [
        ...problem(
          words.has(nameWord(name)),
          `${name}: lists are ordered by the word ${nameWord(name)}, which is that of a field, too; rename one of them`,
        ),
        ...problem(
          length > MAX_NAME_BYTES,
          `${name}: the index would have a name of ${length} characters, and PostgreSQL cuts names after ${MAX_NAME_BYTES}; choose shorter names`,
        ),
      ]
    })
}

/** C14.9: the indexes that a type declares can exist, and serve lists. */
export const checkIndexes = (type: RecordType): readonly string[] => [
  ...Object.entries(type.fields).flatMap(([name, field]) =>
    checkField(field).map((wrong) => `${type.name}.${name}: ${wrong}`),
  ),
  ...[...checkMembers(type), ...checkCompounds(type)].map((wrong) => `${type.name}: ${wrong}`),
]

import { adviseName } from '../../rules/similar-name.ts'
import { isSeveral, type Field } from '../fields/field.ts'
import { findKind } from '../fields/field-kinds.ts'
import type { RecordType } from '../types/record-type.ts'
import { countBytes, MAX_NAME_BYTES } from './database-names.ts'
import { problem } from './model-problem.ts'

const MOST_FIELDS = 3

/** PostgreSQL refuses larger entries above 2,704 bytes; each field has up to 8 bytes beside its value. */
const MOST_BYTES = 2_560

/** The most bytes of a value in the index. */
const countValueBytes = (field: Field): number => findKind(field).countBytes(field)

const checkField = (name: string, field: Field): readonly string[] => [
  ...problem(
    field.seenWith !== undefined,
    `${name} has seenWith, and CONFLICT would tell its values; leave out one of them`,
  ),
  ...problem(
    isSeveral(field),
    `${name} has several values; name texts, numbers, flags, states, times and links to one record`,
  ),
  ...problem(field.isHidden === true, `${name} is hidden, and clients could not know why a write fails`),
]

const checkKnown = ({ fields }: RecordType, name: string): readonly string[] => {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  return field === undefined
    ? [`no field or link has the name ${name}; ${adviseName(name, Object.keys(fields))}`]
    : checkField(name, field)
}

const checkStorage = ({ plural, fields, links }: RecordType, names: readonly string[]): readonly string[] => {
  const bytes = names.reduce((sum, name) => sum + (fields[name] ? countValueBytes(fields[name]) : 0), 0)
  const columns = names.map((given) => links.find(({ name }) => name === given)?.attribute ?? given)
  const length = `${plural}__key`.length + countBytes(columns.join('_and_'))
  return [
    ...problem(
      bytes > MOST_BYTES,
      `the values have up to ${bytes} bytes together, and an index holds ${MOST_BYTES}; lower the most characters of a text`,
    ),
    ...problem(
      length > MAX_NAME_BYTES,
      `the index would have a name of ${length} characters, and PostgreSQL cuts names after ${MAX_NAME_BYTES}; choose shorter names`,
    ),
  ]
}

const checkKey = (type: RecordType, names: readonly string[]): readonly string[] => {
  const wrong = [
    ...problem(names.length === 1, 'one text is an option of the field; write unique: true there'),
    ...problem(
      names.length === 0 || names.length > MOST_FIELDS,
      `fields that are unique together are 2 or ${MOST_FIELDS}`,
    ),
    ...names.flatMap((name, place) => [
      ...checkKnown(type, name),
      ...problem(names.indexOf(name) < place, `${name} is there twice; leave out one of them`),
    ]),
  ]
  return wrong.length > 0 ? wrong : checkStorage(type, names)
}

const isNames = (given: unknown): given is readonly string[] =>
  Array.isArray(given) && given.every((name) => typeof name === 'string')

/** C14.9: the fields that are unique together fit in an index, and tell nothing that a reader may not see. */
export const checkUnique = (type: RecordType): readonly string[] => {
  const given: unknown = type.uniques
  if (!Array.isArray(given) || !given.every(isNames))
    return [`${type.name}: unique must be a list of lists of fields, such as [['venue', 'slot']]`]
  const texts = given.map((names) => names.toSorted().join())
  return given.flatMap((names, place) =>
    [
      ...checkKey(type, names),
      ...problem(texts.indexOf(texts[place] ?? '') < place, 'the same fields are there twice; leave out one'),
    ].map((wrong) => `${type.name}: unique [${names.join(', ')}]: ${wrong}`),
  )
}

import { adviseName } from '../../rules/similar-name.ts'
import { parseOrderText } from '../order-text.ts'
import { isComputedByReads, isLink, isMany, isSeveral, type Field } from '../fields/field.ts'
import type { RecordType } from '../types/record-type.ts'
import { checkIndexed } from './check-indexes.ts'
import { problem } from './model-problem.ts'

const MOST_FIELDS = 3

const TIMES = ['createdAt', 'updatedAt', 'changedAt']

const listTimes = ({ isFixed }: RecordType): readonly string[] => (isFixed ? [] : TIMES)

const isValue = (field: Field): boolean => !isLink(field) && !isSeveral(field)

const checkOrdered = ({ masks }: RecordType, name: string, field: Field): readonly string[] => [
  ...problem(isLink(field) || isMany(field), `${name} is a link; name fields of the type`),
  ...problem(
    masks[name] !== undefined,
    `${name} has ${field.computed ? 'a field with seenWith in from' : 'seenWith'}, and the order would tell its values`,
  ),
  ...problem(isComputedByReads(field), `${name} has no column; add stored: true`),
  ...problem(
    isSeveral(field) && !isMany(field),
    `${name} has no order; name a text, a number, a flag, a state or a time`,
  ),
  ...checkIndexed(field).map((wrong) => `${name}: ${wrong}`),
]

const checkField = (type: RecordType, name: string): readonly string[] => {
  if (listTimes(type).includes(name)) return []
  const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined
  if (field !== undefined) return checkOrdered(type, name, field)
  const known = Object.entries(type.fields).flatMap(([each, declared]) => (isValue(declared) ? [each] : []))
  return [`no field has the name ${name}; ${adviseName(name, [...known, ...listTimes(type)])}`]
}

/** One field has an index of its own, and several have an index that begins with them, as prices of lists ask. */
const hasIndex = (type: RecordType, names: readonly string[]): boolean => {
  const [name = ''] = names
  const field = type.fields[name]
  if (names.length === 1)
    return listTimes(type).includes(name) || field?.index === true || field?.isUnique === true
  return type.indexes.some((index) => names.every((each, place) => index[place] === each))
}

const adviseIndex = (names: readonly string[]): string =>
  names.length === 1
    ? `write index: true on ${names[0]}`
    : `write index: [[${names.map((name) => `'${name}'`).join(', ')}]]`

const checkNames = (type: RecordType, names: readonly string[]): readonly string[] => {
  const wrong = names.flatMap((name, place) => [
    ...checkField(type, name),
    ...problem(names.indexOf(name) < place, `${name} is there twice; leave out one of them`),
  ])
  if (wrong.length > 0) return wrong
  return problem(!hasIndex(type, names), `no index serves the order; ${adviseIndex(names)}`)
}

const checkGiven = (type: RecordType, given: unknown): readonly string[] => {
  if (!Array.isArray(given) || !given.every((each) => typeof each === 'string'))
    return ["write a list of fields, such as ['-startsAt', 'title']"]
  if (given.length === 0) return ['name a field, or leave out defaultOrder']
  if (given.length > MOST_FIELDS)
    return [`an order has at most ${MOST_FIELDS} fields, and this has ${given.length}`]
  return checkNames(
    type,
    given.map((each: string) => parseOrderText(each).field),
  )
}

/** C14.9: an index serves the order of a type's lists, and the order tells nothing that a reader may not see. */
export const checkDefaultOrder = (type: RecordType): readonly string[] =>
  (type.defaultOrder === null ? [] : checkGiven(type, type.defaultOrder)).map(
    (wrong) => `${type.name}: defaultOrder: ${wrong}`,
  )

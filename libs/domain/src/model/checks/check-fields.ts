import { AVAILABLE_ACTIONS, SHOWN_ACTIONS } from '../../actions/record-action.ts'
import { isLink, isOwner, isState, type Field } from '../fields/field.ts'
import { isPublishedAt } from '../states/published-at.ts'
import { isScheduleTime } from '../states/schedule.ts'
import { isSearched } from '../fields/searched-texts.ts'
import type { Fields } from '../types/record-operation.ts'
import { isDeletionTime } from '../trash/trash.ts'
import type { RecordType } from '../types/record-type.ts'
import { checkParts } from './check-parts.ts'
import { checkFieldValues } from './check-values.ts'
import { findFree } from './free-name.ts'
import { problem } from './model-problem.ts'

const FIELD_NAME = /^[a-z][A-Za-z0-9]{0,40}$/

/** The members that every record has. */
export const OWN_MEMBERS: readonly string[] = [
  'id',
  'createdAt',
  'updatedAt',
  'ref',
  'version',
  'type',
  AVAILABLE_ACTIONS,
]

export const isFieldName = (name: string): boolean => FIELD_NAME.test(name)

/** Checks the names of fields, arguments and lists. `own` are the names that the service gives. */
export const checkFieldNames = (
  label: string,
  names: readonly string[],
  own: readonly string[],
): readonly string[] =>
  names.flatMap((name) => [
    ...problem(!isFieldName(name), `${label}.${name}: the name must be camelCase, with letters and digits`),
    ...problem(
      own.includes(name),
      `${label}.${name}: the service gives a field ${name}; ${suggestField(name, [...own, ...names])} is free`,
    ),
  ])

const suggestField = (name: string, taken: readonly string[]): string =>
  findFree([`own${name.charAt(0).toUpperCase()}${name.slice(1)}`], (each) => taken.includes(each))

/** Checks descriptions, limits, examples and options of fields. */
export const checkFieldsValues = (label: string, fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    [...checkFieldValues(field), ...checkParts(field)].map((wrong) => `${label}.${name}: ${wrong}`),
  )

const checkMask = (field: Field, { seenWith, isOptional, isInput } = field): readonly string[] => [
  ...problem(
    seenWith !== undefined && ((isInput && !isOptional) || isLink(field)),
    'only an optional field that is no link can have seenWith',
  ),
  ...problem(
    seenWith !== undefined && isSearched(field),
    'searches would find a text that seenWith hides; remove one of them',
  ),
  ...problem(
    field.isHidden === true && isSearched(field),
    'searches would find a text that hidden hides; remove one of them',
  ),
]

/** C14.3: only what clients send to the derived operations needs a permission of its own. */
const checkChangeRight = ({ changedWith, isInput }: Field, { custom }: RecordType): readonly string[] => [
  ...problem(
    changedWith !== undefined && !isInput,
    'no client changes the field, so that it cannot have changedWith; leave it out',
  ),
  ...problem(
    changedWith !== undefined && custom !== null,
    'code of the service changes the records, and does not ask changedWith; declare the field on a type of your own',
  ),
]

/** Whether an operation of the type is the only one who can set the field. */
const isSetByOperation = (field: Field): boolean =>
  !field.isInput &&
  field.computed === undefined &&
  field.isHidden !== true &&
  field.initial === null &&
  !isLink(field)

const checkSetter = (field: Field, hasOperations: boolean): readonly string[] => [
  ...problem(
    !field.isInput &&
      field.computed === undefined &&
      !isLink(field) &&
      field.initial === null &&
      !field.isOptional,
    'a field that an operation sets must be optional',
  ),
  ...problem(
    isSetByOperation(field) && !hasOperations,
    'the type has no operation that sets the field; add one to operations, or leave out setByOperation',
  ),
]

/** Whether an option of the declaration has added the field. */
const isSetByService = (type: RecordType, name: string): boolean =>
  isPublishedAt(type.fields, name) || isScheduleTime(type, name) || isDeletionTime(type, name)

/** The fields of a type: their names and values, and what the type needs of them. */
export const checkFields = (type: RecordType): readonly string[] => {
  const { name, fields, custom, operations, isFixed, isLive, inputs } = type
  const all = Object.values(fields)
  const verbs = Object.keys(operations)
  return [
    ...checkFieldNames(name, Object.keys(fields), [...OWN_MEMBERS, SHOWN_ACTIONS]),
    ...checkFieldsValues(name, fields),
    ...Object.entries(fields).flatMap(([field, declared]) =>
      [
        ...checkMask(declared),
        ...checkChangeRight(declared, type),
        ...(custom ? [] : checkSetter(declared, verbs.length > 0 || isSetByService(type, field))),
      ].map((wrong) => `${name}.${field}: ${wrong}`),
    ),
    ...problem(all.filter(isOwner).length > 1, `${name}: a type can have one owner`),
    ...problem(all.filter(isState).length > 1, `${name}: a type can have one state`),
    ...problem(
      custom === null && Object.keys(inputs).length === 0,
      `${name}: clients can set no field; add a field such as title: field.line(200, { about: 'The title.' })`,
    ),
    ...problem(isFixed && isLive, `${name}: a record of a fixed type never changes; remove live`),
    ...problem(
      isFixed && verbs.length > 0,
      `${name}: a fixed type cannot have operations, which change records`,
    ),
  ]
}

import { BUILT_IN_FACTS } from '../../access/built-in-facts.ts'
import type { Field } from '../fields/field.ts'
import { isBlocks } from '../fields/part-fields.ts'
import { listPartMembers, listRenamedFields, nameValue } from '../fields/renamed-fields.ts'
import type { Fields } from '../types/record-operation.ts'
import type { RecordType } from '../types/record-type.ts'
import { isFieldName, OWN_MEMBERS } from './check-fields.ts'
import { problem } from './model-problem.ts'
import { TAKEN_NAMES } from './taken-names.ts'

/** A rename begins with a name that nothing has now. */
const checkName = (fields: Fields, [name, field]: readonly [string, Field]): readonly string[] => {
  const { renamedFrom: from } = field
  if (from === undefined) return []
  if (typeof from !== 'string' || !isFieldName(from) || OWN_MEMBERS.includes(from))
    return [`renamedFrom must be the earlier name of the field, and is ${JSON.stringify(from)}`]
  if (from === name) return ['renamedFrom has the name of now; leave it out']
  const attributes = Object.entries(fields).map(([each, declared]) => nameValue(each, declared))
  return [
    ...problem(
      Object.hasOwn(fields, from) || attributes.includes(nameValue(from, field)),
      `renamedFrom: ${from} is still a field; leave out renamedFrom, or remove that field`,
    ),
    ...problem(
      field.computed !== undefined,
      'a computed value is computed again under its new name; leave out renamedFrom',
    ),
  ]
}

const findTwice = (fields: Fields): readonly string[] => {
  const earlier = listRenamedFields(fields).map((each) => each.earlier)
  const twice = earlier.filter((name, place) => earlier.indexOf(name) < place)
  return [...new Set(twice)].map(
    (name) => `two fields have renamedFrom: '${name}'; only one of them can have its values`,
  )
}

/** Items have no names. */
const checkItem = (field: Field): readonly string[] =>
  problem(
    'item' in field && (field.item as Partial<Field> | undefined)?.renamedFrom !== undefined,
    'an item of a list has no name; give renamedFrom to the list',
  )

const checkFields = (label: string, fields: Fields): readonly string[] => [
  ...findTwice(fields).map((wrong) => `${label}: ${wrong}`),
  ...Object.entries(fields).flatMap(([name, field]) => [
    ...[...checkName(fields, [name, field]), ...checkItem(field)].map(
      (wrong) => `${label}.${name}: ${wrong}`,
    ),
    ...listLabelled(`${label}.${name}`, field).flatMap(([of, members]) => checkFields(of, members)),
  ]),
]

const listLabelled = (label: string, field: Field): readonly (readonly [string, Fields])[] =>
  isBlocks(field)
    ? Object.entries(field.blocks).map(([type, members]) => [`${label}.${type}`, members])
    : listPartMembers(field).map((members) => [label, members])

/** What clients send to an operation is stored nowhere under its name. */
const checkInputs = ({ name, operations }: RecordType): readonly string[] =>
  Object.entries(operations).flatMap(([verb, { input }]) =>
    Object.entries(input).flatMap(([field, { renamedFrom }]) =>
      problem(
        renamedFrom !== undefined,
        `${name}.${verb}.${field}: an argument is not stored; leave out renamedFrom`,
      ),
    ),
  )

/** The tables and permissions of the service are not those of a team, also where a model leaves a type out (C15.23). */
const checkOfService = (
  { earlier }: RecordType,
  { types, optional }: Pick<RenameContext, 'types' | 'optional'>,
): readonly string[] => {
  if (earlier === null) return []
  const { table, resource } = earlier
  const isTaken = (name: string): boolean =>
    TAKEN_NAMES.plurals.some((taken) => taken === name) || optional.some(({ plural }) => plural === name)
  if (types.some(({ plural }) => plural === table)) return []
  if (isTaken(table)) return [`renamedFrom: the table ${table} belongs to the service`]
  return problem(
    isTaken(resource) || Object.hasOwn(BUILT_IN_FACTS, resource),
    `renamedFrom: the permissions of ${resource} belong to the service; write the earlier plural of the type`,
  )
}

/** A model and the types of the service that it can leave out. */
export interface RenameContext {
  readonly types: readonly RecordType[]
  readonly optional: readonly RecordType[]
}

const checkType = (type: RecordType, { types, optional }: RenameContext): readonly string[] => {
  const { name, earlier } = type
  if (earlier === null) return []
  const others = types.filter((other) => other !== type)
  const place = types.indexOf(type)
  return [
    ...checkOfService(type, { types, optional }),
    ...others.flatMap((other) => [
      ...problem(
        other.resource?.name === earlier.resource && type.resource !== null && other.plural !== earlier.table,
        `renamedFrom: the permissions of ${earlier.resource} belong to ${other.name}; write the earlier plural of the type`,
      ),
      ...problem(
        other.name === earlier.name,
        `renamedFrom: ${earlier.name} is still a type; leave out renamedFrom, or remove that type`,
      ),
      ...problem(
        other.plural === earlier.table,
        `renamedFrom: the table ${earlier.table} belongs to ${other.name}; write the earlier plural: renamedFrom: { name: '${earlier.name}', plural: … }`,
      ),
      ...problem(
        types.indexOf(other) < place &&
          other.earlier !== null &&
          (other.earlier.name === earlier.name || other.earlier.table === earlier.table),
        `renamedFrom: ${other.name} is renamed from ${earlier.name}, too; only one of them can have its records`,
      ),
    ]),
  ].map((wrong) => `${name}: ${wrong}`)
}

/** C17.10: each rename begins with a name that nothing else has, now or before. */
export const checkRenamed = (context: RenameContext): readonly string[] =>
  context.types.flatMap((type) => [
    ...checkType(type, context),
    ...checkFields(type.name, type.fields),
    ...checkInputs(type),
  ])

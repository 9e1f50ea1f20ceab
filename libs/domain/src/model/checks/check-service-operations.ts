import { isObject } from '../../rules/is-object.ts'
import { adviseName } from '../../rules/similar-name.ts'
import { isChoice, isLink, type Field, type FieldKind } from '../fields/field.ts'
import { isGroup, isList } from '../fields/part-fields.ts'
import { listTypeNames } from '../interface-names.ts'
import { listOperationTypeNames, nameOperationPath } from '../service-operations/operation-names.ts'
import type { ServiceOperation } from '../service-operations/service-operation.ts'
import type { Fields } from '../types/record-operation.ts'
import type { RecordType } from '../types/record-type.ts'
import { checkFieldNames, checkFieldsValues } from './check-fields.ts'
import { checkAbout } from './check-values.ts'
import { findFree } from './free-name.ts'
import { problem } from './model-problem.ts'
import { TAKEN_NAMES } from './taken-names.ts'

/** What the operations of a model must fit. */
export interface KnownToOperations {
  readonly types: readonly RecordType[]
  /** The names of the operations of types, and of the service. */
  readonly operations: readonly string[]
  readonly permissions: readonly string[]
}

const NAME = /^[a-z][A-Za-z0-9]{0,40}$/
/** Kinds that only records have, or whose types belong to records. */
const OF_RECORDS: ReadonlySet<FieldKind> = new Set(['owner', 'state', 'counter', 'many', 'blocks'])
/** An address has texts, and no nested values. */
const OF_BODIES: ReadonlySet<FieldKind> = new Set(['group', 'list', 'tags', 'json'])
/** The interfaces give these arguments a meaning of their own. */
const OWN_ARGUMENTS = ['id', 'ref', 'version', 'input']
const MOST_OPERATIONS = 200

const listNested = (fields: Fields): readonly (readonly [string, Field])[] =>
  Object.entries<Field>(fields).flatMap(([name, field]) => {
    const item = isList(field) ? field.item : field
    const below = isGroup(item) ? listNested(item.members) : []
    return [[name, field] as const, ...below.map(([member, each]) => [`${name}.${member}`, each] as const)]
  })

const checkKind = (field: Field, types: readonly RecordType[]): readonly string[] => [
  ...problem(OF_RECORDS.has(field.kind), `only a record can have a field of the kind ${field.kind}`),
  ...problem(
    isLink(field) && !types.some(({ name }) => name === field.to.name),
    `the model has no type ${isLink(field) ? field.to.name : ''}; hand the type itself to field.one, and the type to contentModel`,
  ),
  ...problem(
    isChoice(field) && field.as !== undefined,
    'an operation has types of its own in GraphQL; leave out the option as',
  ),
  ...problem(
    isGroup(field) && field.as !== undefined,
    'an operation has types of its own in GraphQL; leave out the option as',
  ),
]

const checkFields = (label: string, fields: Fields, own: readonly string[], types: readonly RecordType[]) => [
  ...checkFieldNames(label, Object.keys(fields), own),
  ...checkFieldsValues(label, fields),
  ...listNested(fields).flatMap(([name, field]) =>
    [
      ...checkKind(field, types),
      ...problem(isLink(field) && name.includes('.'), 'a link stands by itself, and in no group or list'),
    ].map((wrong) => `${label}.${name}: ${wrong}`),
  ),
]

const checkInput = ({ kind, input }: ServiceOperation): readonly string[] =>
  Object.entries<Field>(input).flatMap(([name, field]) =>
    problem(
      kind === 'read' && OF_BODIES.has(field.kind),
      `input.${name}: a read takes its input from the URL, which has no ${field.kind}; use plain fields, or kind: 'write'`,
    ),
  )

const checkKnown = (what: string, given: readonly string[], known: readonly string[]): readonly string[] =>
  given.flatMap((name) =>
    problem(!known.includes(name), `${what}: no permission has the name ${name}; ${adviseName(name, known)}`),
  )

const checkOne = (operation: ServiceOperation, known: KnownToOperations): readonly string[] => {
  const { name, about, permission, permissions, input, returns, problems } = operation
  return [
    ...problems,
    ...checkAbout(about),
    ...problem(!NAME.test(name), 'the name must be camelCase, with letters and digits, such as bookSeat'),
    ...checkKnown('permission', [permission], known.permissions),
    ...checkKnown('permissions', permissions, known.permissions),
    ...checkFields('input', input, OWN_ARGUMENTS, known.types),
    ...checkFields('returns', returns, [], known.types),
    ...checkInput(operation),
  ]
}

/** The names that nobody may have twice, with their owners. */
const collectTaken = ({ types, operations }: KnownToOperations): Map<string, string> =>
  new Map([
    ...types.flatMap((type) => listTypeNames(type).map((name) => [name, type.name] as const)),
    ...[...TAKEN_NAMES.types, ...TAKEN_NAMES.rootFields, ...operations].map(
      (name) => [name, 'the model'] as const,
    ),
  ])

/** Names of root fields, of types and of addresses. */
const listNames = (operation: ServiceOperation): readonly string[] => [
  operation.name,
  ...listOperationTypeNames(operation),
  `/api/operations/${nameOperationPath(operation)}`,
]

const findClash = (names: readonly string[], taken: ReadonlyMap<string, string>): string | undefined =>
  names.find((name, place) => taken.has(name) || names.indexOf(name) < place)

const checkNames = (operations: readonly ServiceOperation[], known: KnownToOperations): readonly string[] => {
  const taken = collectTaken(known)
  return operations.flatMap((operation) => {
    const { name } = operation
    const names = listNames(operation)
    const clash = findClash(names, taken)
    const free = findFree([`run${name.charAt(0).toUpperCase()}${name.slice(1)}`], (other) =>
      listNames({ ...operation, name: other }).some((each) => taken.has(each)),
    )
    const owner = (clash !== undefined && taken.get(clash)) || 'the operation itself'
    for (const each of names) taken.set(each, `the operation ${name}`)
    return clash === undefined
      ? []
      : [`operations.${name}: ${owner} already has ${clash}; the name ${free} is free`]
  })
}

const isOperation = (given: unknown): given is ServiceOperation =>
  isObject(given) && Array.isArray(given['problems']) && typeof given['timeoutMs'] === 'number'

/** The path of a type would be that of the operations. */
const checkPath = (types: readonly RecordType[]): readonly string[] =>
  types.flatMap(({ name, names }) =>
    problem(
      names.path === 'operations',
      `${name}: the operations of the model have the address /api/operations; add path: '${name.toLowerCase()}-records'`,
    ),
  )

/** C16.5: what is wrong with the operations of no record, with the place of each problem. */
export const checkServiceOperations = (given: unknown, known: KnownToOperations): readonly string[] => {
  if (given === undefined) return []
  if (!Array.isArray(given) || given.length > MOST_OPERATIONS)
    return [
      `operations: must be a list of at most ${MOST_OPERATIONS} operations, such as [operation({ name: 'bookSeat', … })]`,
    ]
  const all: readonly unknown[] = given
  const operations = all.filter(isOperation)
  const unmade = all.flatMap((each, place) =>
    problem(!isOperation(each), `operations[${place}]: must be made by operation({ name, about, kind, … })`),
  )
  return [
    ...unmade,
    ...operations.flatMap((each) =>
      checkOne(each, known).map((wrong) => `operations.${each.name}: ${wrong}`),
    ),
    ...checkNames(operations, known),
    ...(operations.length > 0 ? checkPath(known.types) : []),
  ]
}

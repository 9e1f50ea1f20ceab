import { BUILT_IN_RELATIONS } from '../collections.ts'
import { BUILT_IN_FACTS } from '../content-policy.ts'
import { checkStorage } from './check-storage.ts'
import { isOwner, isState } from './field.ts'
import { problem } from './model-problem.ts'
import { nameResource } from './record-permissions.ts'
import type { RecordType } from './record-type.ts'

const TYPE_NAME = /^[A-Z][A-Za-z0-9]{0,40}$/
/** The plural is the name of a table and of a collection, and a part of an address. */
const PLURAL = /^[a-z][a-z0-9]{0,40}$/
const FIELD_NAME = /^[a-z][A-Za-z0-9]{0,40}$/

/** The members that every record has. */
const OWN_MEMBERS: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt', 'ref', 'version', 'type'])

/** PostgreSQL, appendix C: words that cannot name a table without quotes. */
const SQL_WORDS: ReadonlySet<string> = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current date default deferrable desc distinct do else end except false fetch for
  foreign freeze from full grant group having ilike in initially inner intersect into is isnull join lateral leading left
  like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary
  references returning right select similar some symmetric table tablesample then to trailing true union unique user using
  variadic verbose when where window with`.split(/\s+/),
)

const checkNames = ({ name, word, plural, fields, custom }: RecordType): readonly string[] => [
  ...problem(
    !TYPE_NAME.test(name),
    `${name}: the name must be letters and digits, and start with a capital letter`,
  ),
  ...problem(!PLURAL.test(plural), `${name}: the plural ${plural} must be lower-case letters and digits`),
  ...problem(word === plural, `${name}: the plural must differ from the name`),
  ...problem(SQL_WORDS.has(plural), `${name}: the plural ${plural} is a reserved word of SQL`),
  ...problem(
    custom === null && Object.hasOwn(BUILT_IN_RELATIONS, plural),
    `${name}: the service has a collection ${plural}`,
  ),
  ...Object.keys(fields).flatMap((field) => [
    ...problem(
      !FIELD_NAME.test(field),
      `${name}.${field}: the name must be camelCase, with letters and digits`,
    ),
    ...problem(OWN_MEMBERS.has(field), `${name}.${field}: every record has a member ${field}`),
  ]),
]

const STANDARD_VERBS = ['create', 'update', 'delete']

/** The root fields of the typed interface, which are the operations. */
const listRootFields = ({ name, word, plural, isLive, custom, operations }: RecordType): readonly string[] =>
  custom
    ? []
    : [
        word,
        plural,
        ...(isLive ? [`${word}Changed`] : []),
        ...[...STANDARD_VERBS, ...Object.keys(operations)].map((verb) => `${verb}${name}`),
      ]

const checkClashes = (types: readonly RecordType[], builtInOperations: object): readonly string[] =>
  types.flatMap((type, index) =>
    listRootFields(type).flatMap((field) => {
      const other = types.slice(0, index).find((earlier) => listRootFields(earlier).includes(field))
      return [
        ...problem(
          Object.hasOwn(builtInOperations, field),
          `${type.name}: the service has an operation ${field}`,
        ),
        ...problem(other !== undefined, `${type.name}: ${other?.name} has an operation ${field} too`),
      ]
    }),
  )

const checkLinks = (types: readonly RecordType[]): readonly string[] => {
  const taken = new Set(
    types.flatMap(({ name, fields, custom }) =>
      [...Object.keys(fields), ...OWN_MEMBERS, ...(custom?.members ?? [])].map((field) => `${name}.${field}`),
    ),
  )
  return types.flatMap(({ name, links }) =>
    links.flatMap(({ name: field, attribute, field: link }) => {
      const inverse = `${link.to.name}.${link.inverse}`
      const isTaken = taken.has(inverse)
      taken.add(inverse)
      return [
        ...problem(
          !types.some((type) => type.name === link.to.name),
          `${name}.${field}: the model has no content type ${link.to.name}`,
        ),
        ...problem(isOwner(link) && link.isInput, `${name}.${field}: a link to a user must be an owner`),
        ...problem(
          taken.has(`${name}.${attribute}`),
          `${name}.${field}: the link is stored as ${attribute}, and the type has a field with that name`,
        ),
        ...problem(
          !isOwner(link) &&
            types.some((type) => type.name === link.to.name && type.custom) &&
            link.onDelete !== 'cascade',
          `${name}.${field}: the service deletes ${link.to.plural}; add onDelete: 'cascade'`,
        ),
        ...problem(isTaken, `${name}.${field}: ${link.to.name} has a field ${link.inverse} already`),
      ]
    }),
  )
}

const checkFields = ({
  name,
  fields,
  custom,
  operations,
  isFixed,
  isLive,
}: RecordType): readonly string[] => [
  ...Object.entries(fields).flatMap(
    ([field, { seenWith, isOptional, search, isInput, initial, ...rest }]) => [
      ...problem(
        seenWith !== undefined && ((isInput && !isOptional) || 'to' in rest),
        `${name}.${field}: only an optional field that is no link can have seenWith`,
      ),
      ...problem(
        seenWith !== undefined && search !== undefined,
        `${name}.${field}: searches would find a text that seenWith hides; remove one of them`,
      ),
      ...problem(
        custom === null && !isInput && !('to' in rest) && initial === null && !isOptional,
        `${name}.${field}: a field that an operation sets must be optional`,
      ),
    ],
  ),
  ...problem(Object.values(fields).filter(isOwner).length > 1, `${name}: a type can have one owner`),
  ...problem(Object.values(fields).filter(isState).length > 1, `${name}: a type can have one state`),
  ...problem(isFixed && isLive, `${name}: a record of a fixed type never changes; remove live`),
  ...problem(
    isFixed && Object.keys(operations).length > 0,
    `${name}: a fixed type cannot have operations, which change records`,
  ),
]

const listStates = ({ fields, custom }: RecordType): readonly string[] =>
  custom ? [] : Object.values(fields).flatMap((field) => (isState(field) ? field.states : []))

/** The first state leads to each other state, and each operation names states of the type. */
const checkStates = (type: RecordType): readonly string[] => {
  const [states, operations] = [listStates(type), Object.entries(type.operations)]
  const reached = new Set(states.slice(0, 1))
  for (const _ of states)
    for (const [, { from, to }] of operations)
      if (to !== null && (from ?? states).some((state) => reached.has(state))) reached.add(to)
  return [
    ...operations.flatMap(([verb, { from, to }]) =>
      [...(from ?? []), ...(to === null ? [] : [to])].flatMap((state) =>
        problem(!states.includes(state), `${type.name}.${verb}: the type has no state ${state}`),
      ),
    ),
    ...states.flatMap((state) =>
      problem(!reached.has(state), `${type.name}: no operation leads to the state ${state}`),
    ),
  ]
}

const checkMasks = ({ name, masks }: RecordType, actions: ReadonlySet<string>): readonly string[] =>
  Object.entries(masks).flatMap(([field, permission]) =>
    problem(
      !actions.has(permission),
      `${name}.${field}: no role has ${permission}; add the action to allowed`,
    ),
  )

const checkOperations = (
  { name, operations, permissions }: RecordType,
  actions: ReadonlySet<string>,
): readonly string[] =>
  Object.entries(operations).flatMap(([verb, { permission }]) => [
    ...problem(!ACTION.test(verb), `${name}.${verb}: the name of an operation must be camelCase`),
    ...problem(STANDARD_VERBS.includes(verb), `${name}.${verb}: every type has an operation ${verb}`),
    ...problem(
      !actions.has(permission),
      `${name}.${verb}: no role has ${permission}; add the action to allowed of ${nameResource(permissions)}`,
    ),
  ])

const ACTION = /^[a-z][A-Za-z0-9]{0,40}$/

const checkRights = ({ name, resource }: RecordType): readonly string[] =>
  resource === null
    ? []
    : [
        ...problem(
          Object.hasOwn(BUILT_IN_FACTS, resource.name),
          `${name}: the service has a resource ${resource.name}; choose another plural`,
        ),
        ...['read', 'write'].flatMap((action) =>
          problem(!Object.hasOwn(resource.rights, action), `${name}: allowed must have ${action}`),
        ),
        ...Object.entries(resource.rights).flatMap(([action, shares]) => [
          ...problem(
            resource.owner === null && Object.values(shares).includes('own'),
            `${name}: ${resource.name}:${action} is allowed for own records, and the type has no owner`,
          ),
          ...problem(!ACTION.test(action), `${name}: the action ${action} must be camelCase`),
          ...problem(Object.keys(shares).length === 0, `${name}: no role has ${resource.name}:${action}`),
        ]),
      ]

const listPermissions = (types: readonly RecordType[]): ReadonlySet<string> =>
  new Set(
    types.flatMap(
      ({ plural, resource, custom }) =>
        (resource ?? custom)?.actions.map((action) => `${resource?.name ?? plural}:${action}`) ?? [],
    ),
  )

/**
 * C14.3: a type can use the rights of another type only if they are the same for all records. A condition names a fact
 * of the other type, such as its owner, which the records of this type do not have.
 */
const checkShared = (types: readonly RecordType[], { name, plural, resource, permissions }: RecordType) => {
  const used = nameResource(permissions)
  const owner = types.find((type) => (type.resource?.name ?? (type.custom && type.plural)) === used)
  if (resource !== null || owner === undefined || owner.plural === plural) return []
  const shares = Object.values(owner.resource?.rights ?? {}).flatMap((roles) => Object.values(roles))
  return problem(
    owner.resource === null || shares.some((share) => share !== 'all'),
    `${name}: the rights of ${used} differ from record to record, and do not fit ${plural}; remove resource: '${used}', and write allowed with the rights of ${plural}`,
  )
}

/** Each resource is declared by one type, and each type has a resource. */
const checkResources = (types: readonly RecordType[]): readonly string[] => {
  const declared = types.flatMap(({ plural, resource, custom }) => resource?.name ?? (custom ? [plural] : []))
  return types.flatMap((type) => {
    const { name, resource, permissions } = type
    const used = nameResource(permissions)
    return [
      ...checkShared(types, type),
      ...problem(!declared.includes(used), `${name}: no content type declares what is allowed with ${used}`),
      ...problem(
        resource !== null && declared.filter((each) => each === used).length > 1,
        `${name}: two content types declare what is allowed with ${used}`,
      ),
    ]
  })
}

/** @throws Error with all problems of the declarations. */
export const checkModel = (types: readonly RecordType[], builtInOperations: object): void => {
  const permissions = listPermissions(types)
  const problems = [
    ...types.flatMap(checkNames),
    ...types.flatMap(checkStorage),
    ...types.flatMap(checkRights),
    ...checkResources(types),
    ...types.flatMap(checkFields),
    ...types.flatMap(checkStates),
    ...types.flatMap((type) => checkOperations(type, permissions)),
    ...types.flatMap((type) => checkMasks(type, permissions)),
    ...checkClashes(types, builtInOperations),
    ...checkLinks(types),
  ]
  if (problems.length > 0)
    throw new Error(
      `The content types cannot work together. Change these declarations:\n  ${problems.join('\n  ')}`,
    )
}

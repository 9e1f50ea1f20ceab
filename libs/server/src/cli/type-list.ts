import type { ContentModel, ModelRole, RecordType, ServiceOperation } from '@content-service/domain'
import type { Share } from '@content-service/domain/internal/access'
import {
  listWords,
  nameOperationPath,
  type Field,
  type FieldKind,
  type FieldOf,
} from '@content-service/domain/internal/model'
import { alignColumns } from './command.ts'
import { describeNotes } from './field-notes.ts'

const HANDLER_HEADINGS = ['HANDLER', 'AFTER', 'PERMISSIONS']
const HEADINGS = ['FIELD', 'KIND', 'OPTIONAL', 'LIMITS', 'NOTES']
const ROLE_HEADINGS = ['ROLE', 'INHERITS', 'ABOUT']
const OPERATION_HEADINGS = ['OPERATION', 'ADDRESS', 'PERMISSION', 'COST', 'ABOUT']

/** What the list says about a kind; methods, so that a row may know its fields better. */
interface Words<F extends Field = Field> {
  /** The name of the kind, which the lists of earlier versions have too: `types check` compares them. */
  name(field: F): string
  limits(field: F): string
}

const TEXT: Words = {
  name: ({ schema: { minLength } }) => (minLength === 1 ? 'line' : 'text'),
  limits: ({ schema: { maxLength } }) => (maxLength === undefined ? '' : `at most ${maxLength} characters`),
}

const createNumbers = (name: string): Words => ({
  name: () => name,
  limits: ({ schema: { minimum, maximum } }) => {
    if (minimum === undefined) return ''
    return maximum === undefined ? `from ${minimum}` : `${minimum} to ${maximum}`
  },
})

const createUnlimited = (name: string): Words => ({ name: () => name, limits: () => '' })

const INTEGER = createNumbers('integer')

const listAll = (field: Field): string => (listWords(field) ?? []).join(', ')

const WORDS = {
  line: TEXT,
  text: TEXT,
  markdown: { ...TEXT, name: () => 'markdown' },
  email: TEXT,
  url: TEXT,
  number: createNumbers('number'),
  integer: INTEGER,
  counter: INTEGER,
  decimal: {
    // The digits are those of the column, which versions with other digits do not share.
    name: ({ schema: { precision, scale } }) => `decimal(${precision},${scale})`,
    limits: ({ schema: { least, most } }) =>
      [least && `from ${least}`, most && `to ${most}`].filter(Boolean).join(' '),
  },
  flag: createUnlimited('boolean'),
  time: createUnlimited('time'),
  tags: {
    name: () => 'tags',
    limits: ({ schema: { maxItems, items } }) =>
      `at most ${maxItems}, of ${items?.minLength} to ${items?.maxLength} characters`,
  },
  state: { name: () => 'state', limits: listAll },
  choice: { name: () => 'choice', limits: listAll },
  owner: createUnlimited('owner'),
  one: { name: ({ to }) => `one ${to.name}`, limits: () => '' },
  many: {
    name: ({ toMany }) => `many ${toMany.name}`,
    limits: ({ max, isOrdered }) => `at most ${max}${isOrdered ? ', in order' : ''}`,
  },
  json: createUnlimited('json'),
  date: {
    name: () => 'date',
    limits: ({ schema: { least, most } }) =>
      [least && `from ${least}`, most && `to ${most}`].filter(Boolean).join(' '),
  },
  group: createUnlimited('object'),
  list: {
    name: ({ item }) => `list of ${describeKind(item)}`,
    limits: ({ schema: { minItems = 0, maxItems = 0 } }) => `${minItems} to ${maxItems}`,
  },
  blocks: {
    name: ({ blocks }) => `blocks ${Object.keys(blocks).join(', ')}`,
    limits: ({ schema: { minItems = 0, maxItems = 0 } }) => `${minItems} to ${maxItems}`,
  },
} as const satisfies { readonly [K in FieldKind]: Words<FieldOf<K>> }

const findWords = ({ kind }: Field): Words => WORDS[kind]

/** The kind of a field, with the type to which a link leads. */
export const describeKind = (field: Field): string => findWords(field).name(field)

const describeLimits = (field: Field): string => findWords(field).limits(field)

const listFields = (type: RecordType): readonly (readonly string[])[] =>
  Object.entries(type.fields).map(([name, field]) => [
    name,
    describeKind(field),
    field.isOptional ? 'yes' : 'no',
    describeLimits(field),
    describeNotes(name, field, type),
  ])

/** `policy print` shows the conditions. */
const describeShare = (share: Share): string => {
  if (share === 'all') return ''
  return share === 'own' ? ' (own records)' : ' (records with a condition)'
}

const describeRights = ({ resource, permissions, custom }: RecordType): readonly string[] =>
  resource === null
    ? [
        `  ${permissions.read}, ${permissions.write}: ${custom ? 'rules of the service' : 'the rights of another type'}`,
      ]
    : Object.entries(resource.rights).map(
        ([action, shares]) =>
          `  ${resource.name}:${action}: ${Object.entries(shares)
            .map(([role, share]) => `${role}${describeShare(share)}`)
            .join(', ')}`,
      )

const describeType = (type: RecordType): string =>
  [
    `${type.name}, /api/${type.names.path}`,
    ...describeRights(type),
    ...Object.entries(type.operations).map(([verb, { permission }]) => `  operation ${verb}: ${permission}`),
    ...alignColumns([HEADINGS, ...listFields(type)]).map((line) => `  ${line}`),
  ].join('\n')

const describeRole = ({ name, inherits, about }: ModelRole): readonly string[] => [
  name,
  inherits.join(', ') || 'no role',
  about,
]

/** C15.22: the roles that the model adds to the five of the service. */
const describeRoles = (roles: readonly ModelRole[]): readonly string[] =>
  roles.length === 0 ? [] : [alignColumns([ROLE_HEADINGS, ...roles.map(describeRole)]).join('\n')]

const describeOperation = (operation: ServiceOperation): readonly string[] => {
  const { name, kind, permission, cost, about } = operation
  const method = kind === 'read' ? 'GET' : 'POST'
  return [name, `${method} /api/operations/${nameOperationPath(operation)}`, permission, String(cost), about]
}

/** C16.5: the operations of no record. */
const describeOperations = ({ serviceOperations }: ContentModel): readonly string[] =>
  serviceOperations.length === 0
    ? []
    : [alignColumns([OPERATION_HEADINGS, ...serviceOperations.map(describeOperation)]).join('\n')]

/** C16.4: the code that runs after events. */
const describeHandlers = ({ handlers }: ContentModel): readonly string[] => {
  const rows = handlers.map(({ name, on, permissions }) => [
    name,
    on.join(', '),
    permissions.join(', ') || 'none',
  ])
  return rows.length === 0 ? [] : [alignColumns([HANDLER_HEADINGS, ...rows]).join('\n')]
}

/** The roles of the model, its operations of no record, its handlers, and its types with their permissions and fields. */
export const describeTypes = (model: ContentModel): string =>
  [
    ...describeRoles(model.roles),
    ...describeOperations(model),
    ...describeHandlers(model),
    ...model.types.map(describeType),
  ].join('\n\n')

import type { ContentModel, ModelRole, RecordType, ServiceOperation } from '@content-service/domain'
import type { Share } from '@content-service/domain/internal/access'
import { nameOperationPath } from '@content-service/domain/internal/model'
import { alignColumns } from './command.ts'
import { listFieldRows } from './field-rows.ts'

const HANDLER_HEADINGS = ['HANDLER', 'AFTER', 'PERMISSIONS']
const HEADINGS = ['FIELD', 'KIND', 'OPTIONAL', 'LIMITS', 'NOTES']
const ROLE_HEADINGS = ['ROLE', 'INHERITS', 'ABOUT']
const OPERATION_HEADINGS = ['OPERATION', 'ADDRESS', 'PERMISSION', 'COST', 'ABOUT']

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
    ...alignColumns([HEADINGS, ...listFieldRows(type)]).map((line) => `  ${line}`),
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

import { BUILT_IN_FACTS } from '../../access/built-in-facts.ts'
import { USER_ROLES } from '../../access/role-names.ts'
import { isPlainObject } from '../../rules/is-object.ts'
import { adviseName } from '../../rules/similar-name.ts'
import { nameResource } from '../types/record-permissions.ts'
import type { RecordType } from '../types/record-type.ts'
import { problem } from './model-problem.ts'

/** A resource is a word of the policy, and an action is one, too. */
const PERMISSION = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*:[a-z][A-Za-z0-9]*$/
const MOST_CHARACTERS = 64

const EXAMPLE = "{ 'reports:run': { EDITOR: 'all' } }"

/** The resources that types and the service have. */
const listResources = (types: readonly RecordType[]): ReadonlySet<string> =>
  new Set([
    ...Object.keys(BUILT_IN_FACTS),
    ...types.flatMap(({ plural, permissions }) => [plural, nameResource(permissions)]),
  ])

const describe = (share: unknown): string =>
  typeof share === 'function' ? 'a condition' : (JSON.stringify(share) ?? typeof share)

const checkShare = (
  [role, share]: readonly [string, unknown],
  roles: readonly string[],
): readonly string[] => [
  ...problem(!roles.includes(role), `no role has the name ${role}; ${adviseName(role, roles)}`),
  ...problem(
    share !== 'all',
    `${role} cannot have ${describe(share)}: the permission is about no record; write 'all'`,
  ),
]

const checkPermission = (
  [name, shares]: readonly [string, unknown],
  resources: ReadonlySet<string>,
  roles: readonly string[],
): readonly string[] => {
  const resource = name.split(':')[0] ?? ''
  return [
    ...problem(
      !PERMISSION.test(name) || name.length > MOST_CHARACTERS,
      `the name must be a resource and an action of at most ${MOST_CHARACTERS} characters, such as reports:run`,
    ),
    ...problem(resources.has(resource), `the service has a resource ${resource}; choose another word`),
    ...(isPlainObject(shares) && Object.keys(shares).length > 0
      ? Object.entries(shares).flatMap((entry) => checkShare(entry, roles))
      : ["must name at least one role, such as { EDITOR: 'all' }"]),
  ]
}

/** C16.5: what is wrong with the option `permissions`. `roles` are the roles of the model. */
export const checkPermissions = (
  permissions: unknown,
  types: readonly RecordType[],
  roles: readonly string[],
): readonly string[] => {
  if (permissions === undefined) return []
  if (!isPlainObject(permissions)) return [`permissions: must be an object such as ${EXAMPLE}`]
  const resources = listResources(types)
  return Object.entries(permissions).flatMap((entry) =>
    checkPermission(entry, resources, [...USER_ROLES, ...roles]).map(
      (wrong) => `permissions.${entry[0]}: ${wrong}`,
    ),
  )
}

import { BUILT_IN_FACTS } from '../../access/built-in-facts.ts'
import { createPolicy } from '../../access/content-policy.ts'
import { isPlainObject } from '../../rules/is-object.ts'
import { adviseName } from '../../rules/similar-name.ts'
import { nameResource } from '../types/record-permissions.ts'
import { listLeftOut } from '../types/optional-types.ts'
import type { RecordType } from '../types/record-type.ts'
import { listModelRoles, type ModelOptions } from '../roles/model-options.ts'
import { checkComputed } from './check-computed.ts'
import { checkDefaultOrder } from './check-default-order.ts'
import { checkDrafts } from './check-drafts.ts'
import { checkFields } from './check-fields.ts'
import { checkIndexes } from './check-indexes.ts'
import { advisePermissions, checkLeftOut } from './check-left-out.ts'
import { checkLinks } from './check-links.ts'
import { checkNames, type NameOperations } from './check-names.ts'
import { checkOperations, checkStates, checkTransitions, VERB } from './check-operations.ts'
import { checkPermissions } from './check-permissions.ts'
import { checkModelOptions, checkShareRoles } from './check-roles.ts'
import { checkServiceOperations } from './check-service-operations.ts'
import { checkSharedTypes } from './check-shared-types.ts'
import { checkRenamed } from './check-renamed.ts'
import { checkRevisions } from './check-revisions.ts'
import { checkSingle } from './check-single.ts'
import { checkStorage } from './check-storage.ts'
import { checkUnique } from './check-unique.ts'
import { checkSlugs } from '../slugs/slugged.ts'
import { checkAbout } from './check-values.ts'
import { checkWords } from './check-words.ts'
import { ModelError } from './model-error.ts'
import { problem } from './model-problem.ts'

const checkMasks = ({ name, masks, computed }: RecordType, actions: ReadonlySet<string>): readonly string[] =>
  Object.entries(masks).flatMap(([field, permissions]) =>
    // C16.2: a computed field has the masks of other fields, which are reported there.
    Object.hasOwn(computed, field)
      ? []
      : permissions.flatMap((permission) =>
          problem(
            !actions.has(permission),
            `${name}.${field}: no role has ${permission}; add the action to allowed`,
          ),
        ),
  )

const listActions = (permissions: ReadonlySet<string>, resource: string): readonly string[] =>
  [...permissions].flatMap((permission) => {
    const [of, action = ''] = permission.split(':')
    return of === resource ? [action] : []
  })

const checkChangeRights = (
  { name, changeRights, permissions }: RecordType,
  actions: ReadonlySet<string>,
): readonly string[] =>
  Object.entries(changeRights).flatMap(([field, permission]) => {
    if (actions.has(permission)) return []
    const resource = nameResource(permissions)
    const action = permission.slice(resource.length + 1)
    const advice = adviseName(action, listActions(actions, resource))
    return [`${name}.${field}: changedWith: no role has ${permission}; ${advice}`]
  })

const checkRights = ({ name, resource }: RecordType, roles: readonly string[]): readonly string[] =>
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
            `${name}: ${resource.name}:${action} is allowed for own records, and the type has no owner; add field.owner, or write 'all'`,
          ),
          ...problem(!VERB.test(action), `${name}: the action ${action} must be camelCase`),
          ...checkShareRoles(shares, roles).map((wrong) => `${name}.${action}: ${wrong}`),
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
const checkResources = (types: readonly RecordType[], names: ModelNames): readonly string[] => {
  const declared = types.flatMap(({ plural, resource, custom }) => resource?.name ?? (custom ? [plural] : []))
  return types.flatMap((type) => {
    const { name, resource, permissions } = type
    const used = nameResource(permissions)
    return [
      ...checkShared(types, type),
      ...problem(
        !declared.includes(used),
        `${name}: no content type declares what is allowed with ${used}${advisePermissions(used, names)}`,
      ),
      ...problem(
        resource !== null && declared.filter((each) => each === used).length > 1,
        `${name}: two content types declare what is allowed with ${used}`,
      ),
    ]
  })
}

const checkDeclaration = ({ name, about, problems }: RecordType): readonly string[] =>
  [...problems, ...checkAbout(about)].map((wrong) => `${name}: ${wrong}`)

/** The permissions of the service, of the types, and of the option `permissions`. */
const listAllPermissions = (
  ofTypes: ReadonlySet<string>,
  { permissions }: { readonly permissions?: unknown },
): readonly string[] => [
  ...createPolicy([]).permissions,
  ...ofTypes,
  ...Object.keys(isPlainObject(permissions) ? permissions : {}),
]

/** C16.5: the operations of no record, and their permissions. */
const checkOperationsOfNoRecord = (
  types: readonly RecordType[],
  ofTypes: ReadonlySet<string>,
  { options, builtIn, nameOperations }: ModelNames,
): readonly string[] => {
  // `checkModelOptions` reports what is no object.
  const { permissions, operations }: ModelOptions = isPlainObject(options) ? options : {}
  const roles = listModelRoles(options).map(({ name }) => name)
  return [
    ...checkPermissions(permissions, types, roles),
    ...checkServiceOperations(operations, {
      types,
      operations: [...builtIn, ...types.flatMap(nameOperations)],
      permissions: listAllPermissions(ofTypes, { permissions }),
    }),
  ]
}

/** The operations that every model has, the names of those of a type, and the options of the model. */
export interface ModelNames {
  readonly options: ModelOptions
  readonly builtIn: readonly string[]
  /** C15.23: the types of the service that a model can leave out. */
  readonly optional: readonly RecordType[]
  readonly nameOperations: NameOperations
}

/** @throws ModelError with all problems of the declarations. */
export const checkModel = (given: readonly RecordType[], names: ModelNames): void => {
  const { builtIn, nameOperations, options } = names
  const isAgain = ({ name }: RecordType, index: number): boolean =>
    given.findIndex((other) => other.name === name) < index
  const types = given.filter((type, index) => !isAgain(type, index))
  const permissions = listPermissions(types)
  const roles = listModelRoles(options).map(({ name }) => name)
  const problems = [
    ...checkModelOptions(options),
    ...checkLeftOut(options, given, names.optional),
    ...given
      .filter(isAgain)
      .map(({ name }) => `${name}: the model has two types with this name; remove or rename one of them`),
    ...types.flatMap(checkDeclaration),
    ...checkNames(types, nameOperations, builtIn),
    ...types.flatMap(checkStorage),
    ...types.flatMap((type) => checkRights(type, roles)),
    ...checkResources(types, names),
    ...types.flatMap(checkFields),
    ...types.flatMap(checkComputed),
    ...types.flatMap(checkWords),
    ...types.flatMap(checkIndexes),
    ...types.flatMap(checkUnique),
    ...types.flatMap(checkDefaultOrder),
    ...types.flatMap(checkSingle),
    ...types.flatMap(checkSlugs),
    ...types.flatMap(checkRevisions),
    ...types.flatMap(checkDrafts),
    ...checkRenamed({ types, optional: names.optional }),
    ...types.flatMap(checkStates),
    ...types.flatMap((type) => checkOperations(type, permissions)),
    ...types.flatMap((type) => checkTransitions(type, permissions)),
    ...types.flatMap((type) => checkMasks(type, permissions)),
    ...types.flatMap((type) => checkChangeRights(type, permissions)),
    ...checkSharedTypes(types),
    ...checkLinks(types, listLeftOut(options)),
    ...checkOperationsOfNoRecord(types, permissions, names),
  ]
  if (problems.length > 0) throw new ModelError(problems)
}

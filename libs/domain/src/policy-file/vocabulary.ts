import type { ContentModel } from '../model/content-model.ts'
import type { PolicyProblem } from '../access/condition-problems.ts'
import { USER_ROLES } from '../access/role-names.ts'

/** The facts and the links that the rules of a policy file can use. */
export const listAttributeNames = ({
  facts,
  links,
}: ContentModel): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(facts).map(([resource, names]) => [
      resource,
      [...Object.keys(names), ...Object.keys(links[resource] ?? {})],
    ]),
  )

const formatList = (names: readonly string[]): string => names.join(', ') || 'nothing'

/** C12.2: adds the resources that the file of an earlier release does not name. No role has permissions on them. */
export const withAllResources = (
  { policy }: ContentModel,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({ ...policy.document.resources, ...given })

/**
 * The operations use exactly these actions: another action would have no effect, and the service would refuse every
 * request for a missing action.
 */
export const findResourceProblems = (
  { policy }: ContentModel,
  given: Readonly<Record<string, readonly string[]>>,
): readonly PolicyProblem[] => {
  const known = new Map(Object.entries<readonly string[]>(policy.document.resources))
  const names = [...new Set([...known.keys(), ...Object.keys(given)])]
  return names.flatMap((name) => {
    const [wanted, actual] = [known.get(name), Object.hasOwn(given, name) ? given[name] : undefined]
    const path = `resources.${name}`
    if (wanted === undefined) return [{ path, message: 'is not a resource of this service; remove it' }]
    const isSame = actual?.toSorted().join() === wanted.toSorted().join()
    return isSame ? [] : [{ path, message: `must have the actions ${formatList(wanted)}` }]
  })
}

const listNeeded = ({ roles }: ContentModel): readonly (readonly [string, string])[] => [
  ...USER_ROLES.map((role) => [role, 'is missing; add it'] as const),
  ...roles.map(
    ({ name }) =>
      [
        name,
        'is missing, and the content model declares it; add the role that `policy print` prints',
      ] as const,
  ),
]

/** The roles of the service and of the model (C15.22) that a policy does not have. */
export const findMissingRoles = (
  model: ContentModel,
  roles: Readonly<Record<string, unknown>>,
): readonly PolicyProblem[] =>
  listNeeded(model).flatMap(([role, message]) =>
    Object.hasOwn(roles, role) ? [] : [{ path: `roles.${role}`, message }],
  )

/**
 * C5.10: each role of the service has the permissions of the role before it. Otherwise `@auth` would refuse the higher role.
 * The file decides what the roles of the model inherit, and whether ADMIN inherits them.
 */
export const findRoleProblems = (
  model: ContentModel,
  roles: Readonly<Record<string, unknown>>,
  lineageOf: (role: string) => readonly string[],
): readonly PolicyProblem[] => {
  const missing = findMissingRoles(model, roles)
  if (missing.length > 0) return missing
  return USER_ROLES.slice(1).flatMap((role, index) => {
    const below = USER_ROLES[index] ?? role
    if (lineageOf(role).includes(below)) return []
    return [{ path: `roles.${role}.inherits`, message: `must contain ${below}, or a role that inherits it` }]
  })
}

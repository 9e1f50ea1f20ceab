import type { Comparison, Condition, Followed, Nested, RuleDocument } from '@content-service/authz'
import type { ContentModel } from '../model/content-model.ts'
import type { Fact } from '../access/rights.ts'
import { USER_ROLES } from '../access/role-names.ts'

/** The facts that the rules of a policy file can use, under their names in the file. */
export const listAttributeNames = ({ facts }: ContentModel): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(Object.entries(facts).map(([resource, names]) => [resource, Object.keys(names)]))

/** A problem of a policy file: its place, and the change that it needs. */
export interface PolicyProblem {
  readonly path: string
  readonly message: string
}

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

/** C5.10: each role has the permissions of the role before it. Otherwise `@auth` would refuse the higher role. */
export const findRoleProblems = (
  roles: Readonly<Record<string, unknown>>,
  lineageOf: (role: string) => readonly string[],
): readonly PolicyProblem[] => {
  const missing = USER_ROLES.filter((role) => !Object.hasOwn(roles, role))
  if (missing.length > 0)
    return missing.map((role) => ({ path: `roles.${role}`, message: 'is missing; add it' }))
  return USER_ROLES.slice(1).flatMap((role, index) => {
    const below = USER_ROLES[index] ?? role
    if (lineageOf(role).includes(below)) return []
    return [{ path: `roles.${role}.inherits`, message: `must contain ${below}, or a role that inherits it` }]
  })
}

/** The comparisons with attributes of a resource, and the conditions on its related objects. */
const listParts = (condition: Condition): readonly (Comparison | Followed | Nested)[] => {
  if (condition.op === 'not') return listParts(condition.condition)
  if (condition.op === 'subject') return []
  return 'conditions' in condition ? condition.conditions.flatMap(listParts) : [condition]
}

const describeFact = (fact: Fact): string =>
  fact === 'user'
    ? 'must be the id of a user, or {"subject": "id"} for the caller'
    : `must be one of ${fact.join(', ')}`

const fits = (fact: Fact, value: unknown): boolean =>
  fact === 'user'
    ? Number.isInteger(value) || (value as { subject?: unknown }).subject === 'id'
    : fact.some((state) => state === value)

/** The facts of a resource. The permission `*` has no resource and no facts. */
const findFacts = ({ facts }: ContentModel, permission: string): Readonly<Record<string, Fact>> =>
  facts[permission.split(':')[0] ?? ''] ?? {}

/** A condition must compare with a value that can occur: a condition with a misspelt state would never hold. */
export const findConditionProblems = (
  model: ContentModel,
  { permissions, when }: Pick<RuleDocument, 'permissions' | 'when'>,
  path: string,
): readonly PolicyProblem[] => {
  const known = new Map(permissions.flatMap((permission) => Object.entries(findFacts(model, permission))))
  return (when ? listParts(when) : []).flatMap((part) => {
    if ('condition' in part || part.op === 'may')
      return [
        { path: `${path}.when`, message: `no resource has related objects; remove "${part.attribute}"` },
      ]
    const { op, attribute, value } = part
    const fact = op === 'isNull' ? undefined : known.get(attribute)
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (fact === undefined || values.every((each) => fits(fact, each))) return []
    return [{ path: `${path}.when`, message: `the value to compare with ${attribute} ${describeFact(fact)}` }]
  })
}

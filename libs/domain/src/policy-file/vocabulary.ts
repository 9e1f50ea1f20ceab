import type { Comparison, Condition } from '@content-service/authz'
import { ARTICLE_STATUSES } from '../articles/publish-workflow.ts'
import { contentPolicy } from '../content-policy.ts'
import { USER_ROLES } from '../users/roles.ts'

/** What a condition may compare an attribute with: a state, or the id of a user. */
type Kind = 'state' | 'user'

/** What conditions may ask about the rows of each resource. The stores know these and no others. */
export const ATTRIBUTES = {
  articles: { status: 'state', ownerId: 'user' },
  comments: { authorId: 'user', articleOwnerId: 'user', articleStatus: 'state' },
  users: { id: 'user' },
  products: {},
  'api-keys': { ownerId: 'user' },
  webhooks: { ownerId: 'user' },
  'oauth-clients': {},
  audit: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, Kind>>>>

/** The same as a policy file names them. */
export const attributeNames = (): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(ATTRIBUTES).map(([resource, attributes]) => [resource, Object.keys(attributes)]),
  )

/** Something wrong with a policy file: where, and what to change. */
export interface PolicyProblem {
  readonly path: string
  readonly message: string
}

const listed = (names: readonly string[]): string => names.join(', ') || 'nothing'

/** C12.2: what a file of an earlier release does not name is there all the same, and no role gives it. */
export const withAllResources = (
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({ ...contentPolicy.document.resources, ...given })

/** The actions are what the operations ask for: others would never be asked, missing ones always refused. */
export const resourceProblems = (
  given: Readonly<Record<string, readonly string[]>>,
): readonly PolicyProblem[] => {
  const known = new Map(Object.entries<readonly string[]>(contentPolicy.document.resources))
  const names = [...new Set([...known.keys(), ...Object.keys(given)])]
  return names.flatMap((name) => {
    const [wanted, actual] = [known.get(name), Object.hasOwn(given, name) ? given[name] : undefined]
    const path = `resources.${name}`
    if (wanted === undefined) return [{ path, message: 'is not a resource of this service; remove it' }]
    const isSame = actual?.toSorted().join() === wanted.toSorted().join()
    return isSame ? [] : [{ path, message: `must have the actions ${listed(wanted)}` }]
  })
}

/** C5.10: each role holds what the one before it holds, or `@auth` would refuse the higher role. */
export const roleProblems = (
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

const comparisonsIn = (condition: Condition): readonly Comparison[] => {
  if (condition.op === 'not') return comparisonsIn(condition.condition)
  return 'conditions' in condition ? condition.conditions.flatMap(comparisonsIn) : [condition]
}

const EXPECTED: Readonly<Record<Kind, string>> = {
  user: 'must be the id of a user, or {"subject": "id"} for the caller',
  state: `must be one of ${ARTICLE_STATUSES.join(', ')}`,
}

const fits: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  user: (value) => Number.isInteger(value) || (value as { subject?: unknown }).subject === 'id',
  state: (value) => ARTICLE_STATUSES.some((status) => status === value),
}

const kindOf = (attribute: string): Kind | undefined => {
  const all: Readonly<Record<string, Kind>> = Object.assign({}, ...Object.values(ATTRIBUTES))
  return Object.hasOwn(all, attribute) ? all[attribute] : undefined
}

/** What a condition compares with has to be able to occur: a mistyped state would allow or deny nothing. */
export const conditionProblems = (condition: Condition, path: string): readonly PolicyProblem[] =>
  comparisonsIn(condition).flatMap(({ op, attribute, value }) => {
    const kind = op === 'isNull' ? undefined : kindOf(attribute)
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    return kind === undefined || values.every(fits[kind])
      ? []
      : [{ path: `${path}.when`, message: `the value to compare with ${attribute} ${EXPECTED[kind]}` }]
  })

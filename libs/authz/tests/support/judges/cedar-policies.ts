import {
  type EntityUidJson,
  type Expr,
  type PolicyJson,
  type PrincipalConstraint,
  type TypeAndId,
  policySetTextToParts,
  policyToJson,
} from '@cedar-policy/cedar-wasm/nodejs'
import { type PolicyDocument, type RuleDocument, and, or } from '../../../src/index.ts'
import { type Parts, conditionOf } from './cedar-conditions.ts'
import { refuse, uidOf } from './cedar-terms.ts'

/** The names that a translation needs, and Cedar's policies do not have. */
export interface Vocabulary {
  readonly types: readonly string[]
  /** The id of each action, with its name and the names of the groups of actions that it is in. */
  readonly actions: ReadonlyMap<string, readonly string[]>
  /** The names of the attributes that are entities. */
  readonly entities: ReadonlySet<string>
}

const uid = (entity: EntityUidJson) => ('__entity' in entity ? entity.__entity : entity) as TypeAndId
const constant = (entity: EntityUidJson): Expr => ({ Value: { __entity: uid(entity) } })

/** The condition of the head of a policy on the principal or the resource. */
function scopeOf(name: 'principal' | 'resource', scope: PrincipalConstraint): readonly Expr[] {
  const left: Expr = { Var: name }
  const entityOf = (given: object) =>
    'entity' in given ? constant(given.entity as EntityUidJson) : refuse('a template')
  switch (scope.op) {
    case 'All':
      return []
    case 'is':
      return [{ is: { left, entity_type: scope.entity_type, ...(scope.in && { in: entityOf(scope.in) }) } }]
    default:
      return [{ [scope.op]: { left, right: entityOf(scope) } } as Expr]
  }
}

const escape = encodeURIComponent

/** The permissions of an action, and of all actions in it. */
function permissionsOf(action: PolicyJson['action'], actions: Vocabulary['actions']): readonly string[] {
  if (action.op === 'All') return ['*']
  if ('slot' in action) return refuse('a template')
  const named = ('entities' in action ? action.entities : [action.entity]).map((each) => uidOf(uid(each)))
  const last = action.op === 'in' ? undefined : 1
  return [...actions].flatMap(([id, groups]) =>
    groups.slice(0, last).some((group) => named.includes(group)) ? [`*:${escape(id)}`] : [],
  )
}

function ruleOf(policy: PolicyJson, { actions, entities }: Vocabulary): RuleDocument {
  const { effect, principal, action, resource, conditions } = policy
  const clauses = conditions.map(({ kind, body }): Expr => (kind === 'when' ? body : { '!': { arg: body } }))
  const all = [...scopeOf('principal', principal), ...scopeOf('resource', resource), ...clauses]
  const permissions = permissionsOf(action, actions)
  return {
    effect: effect === 'permit' ? 'allow' : 'deny',
    ...(permissions.length > 0
      ? { permissions, when: and(...all.map((expression) => conditionOf(expression, entities))) }
      : { permissions: ['*'], when: or() }),
  }
}

export const permissionOf = (type: string, action: string): string => `${escape(type)}:${escape(action)}`

/** Policies of Cedar as rules of every subject. Each rule has the place of its policy. */
export const createDocument = (policies: readonly PolicyJson[], vocabulary: Vocabulary): PolicyDocument => ({
  resources: Object.fromEntries(
    vocabulary.types.map((type) => [escape(type), [...vocabulary.actions.keys()].map(escape)]),
  ),
  roles: { '*': { rules: policies.map((policy) => ruleOf(policy, vocabulary)) } },
})

/** The policies of a text, in the order of Cedar's names for them: `policy0`, `policy1`, `policy10`. */
export function parsePolicies(text: string): readonly PolicyJson[] {
  const parts = policySetTextToParts(text)
  if (parts.type === 'failure') throw new Error(JSON.stringify(parts.errors))
  if (parts.policy_templates.length > 0) return refuse('a template')
  return parts.policies.map((policy) => {
    const parsed = policyToJson(policy)
    if (parsed.type === 'failure') throw new Error(JSON.stringify(parsed.errors))
    return parsed.json
  })
}

/** The attributes that the policies test with `has`. */
export function optionalAttributes(policies: readonly PolicyJson[]): ReadonlySet<string> {
  const names = new Set<string>()
  JSON.parse(JSON.stringify(policies), (key, value: unknown) => {
    if (key === 'has') for (const name of [(value as Parts).attr].flat()) names.add(name)
    return value
  })
  return names
}

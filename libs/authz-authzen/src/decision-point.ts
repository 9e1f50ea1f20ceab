import type { Abilities, Ability, Decision, Subject } from '@content-service/authz'
import type { Action } from './entities.ts'
import type { AuthzenOptions, Entity, Properties, ResourceType, SubjectType } from './options.ts'

/** The response to one evaluation (section 5.5). */
export interface Evaluation {
  readonly decision: boolean
  readonly context?: object
}

/** The policy with the entities of its requests. */
export interface DecisionPoint {
  readonly subjectType: (type: string) => SubjectType<Subject> | undefined
  readonly resourceType: (type: string) => ResourceType | undefined
  /** Undefined for a subject that does not exist. */
  readonly abilityFor: (
    subject: Entity,
    action: Properties,
    context: Properties,
  ) => Promise<Ability | undefined>
  readonly abilityOf: (subject: Subject, action: Properties, context: Properties) => Ability
  readonly loadRow: (resource: Entity) => Promise<object | null>
  /** The permission for an action. Undefined if the resource has no action of this name. */
  readonly permissionOf: (type: string, action: string) => string | undefined
  /** The names of the actions of a resource, each with its permission. */
  readonly actionsOf: (type: string) => readonly (readonly [name: string, permission: string])[]
  readonly decide: (ability: Ability, action: Action, resource: Entity) => Promise<Evaluation>
}

const ownMember = <T>(members: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(members, name) ? members[name] : undefined

const showDecision = (
  { effect, reason, determining, obligations }: Decision,
  showsReasons = false,
): Evaluation => ({
  decision: effect === 'allow',
  ...(obligations.length > 0 && { context: { obligations } }),
  ...(showsReasons &&
    effect === 'deny' && {
      context: { reason_admin: { reason, rules: determining.map(({ path }) => path) } },
    }),
})

export function createDecisionPoint<S extends Subject, M extends object>(
  options: AuthzenOptions<S, M>,
): DecisionPoint {
  const { subjects, resources, showReasons, context: contextOf = ({ context }) => context } = options
  // Permissions and rows come from requests, so that their types are known only when the program runs.
  const policy = options.policy as unknown as Abilities<Subject, Readonly<Record<string, object>>>
  const { permissions } = options.policy

  const abilityOf: DecisionPoint['abilityOf'] = (subject, action, context) =>
    policy.for(subject, contextOf({ action, context }))
  const actionsOf: DecisionPoint['actionsOf'] = (type) => {
    const resource = ownMember(resources, type)
    const { name = type, actions } = resource ?? {}
    // The name of a resource has no colon.
    const own = permissions.filter((permission) => resource && permission.startsWith(`${name}:`))
    const named = own.map((permission) => [permission.slice(name.length + 1), permission] as const)
    if (!actions) return named
    const known = new Map(named)
    return Object.entries(actions).flatMap(([from, to]) => {
      const permission = known.get(to)
      return permission ? [[from, permission] as const] : []
    })
  }
  const permissionOf: DecisionPoint['permissionOf'] = (type, action) =>
    actionsOf(type).find(([name]) => name === action)?.[1]
  const loadRow: DecisionPoint['loadRow'] = async (resource) => {
    const { load } = ownMember(resources, resource.type) ?? {}
    return load ? load(resource) : { ...resource.properties, id: resource.id }
  }

  return {
    subjectType: (type) => ownMember(subjects, type),
    resourceType: (type) => ownMember(resources, type),
    abilityOf,
    abilityFor: async (entity, action, context) => {
      const subject = await ownMember(subjects, entity.type)?.load(entity)
      return subject ? abilityOf(subject, action, context) : undefined
    },
    actionsOf,
    permissionOf,
    loadRow,
    decide: async (ability, action, resource) => {
      const permission = permissionOf(resource.type, action.name)
      const row = permission === undefined ? null : await loadRow(resource)
      return permission === undefined || row === null
        ? { decision: false }
        : showDecision(ability.decide(permission, row), showReasons)
    },
  }
}

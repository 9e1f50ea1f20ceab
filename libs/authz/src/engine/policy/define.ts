import type { AttributesOf } from '../attributes/attrs.ts'
import { describeMisspelt } from '../attributes/misspelt.ts'
import type { Attributes, References } from '../attributes/attribute-types.ts'
import type { AuditHook } from '../decisions/audit.ts'
import type { Condition } from '../conditions/condition.ts'
import { compilePolicy } from '../decisions/engine.ts'
import type { KindsByName } from '../conditions/kind.ts'
import type { Subject } from '../decisions/subject.ts'
import { type Loose, callWhen } from './call-when.ts'
import { type PolicyDocument, parseResource } from './document.ts'
import type { DefinedPolicy } from './policy.ts'

type Resources = Readonly<Record<string, readonly string[]>>
type AttributesBy<R> = { readonly [K in keyof R]?: AttributesOf<unknown> }

type PermissionIn<R extends Resources> = { [K in keyof R & string]: `${K}:${R[K][number]}` }[keyof R & string]
type Wildcard<R extends Resources> = '*' | `${keyof R & string}:*` | `*:${R[keyof R][number]}`

type RowOf<A, K> = K extends keyof A ? (A[K] extends AttributesOf<infer T> ? T : object) : object
type ResourceIn<R, P> = P extends `${infer K}:${string}` ? K : keyof R

/** Each permission with the type of its resource's rows. */
export type PermissionsOf<R extends Resources, A> = {
  readonly [P in PermissionIn<R>]: RowOf<A, ResourceIn<R, P>> & object
}

type FieldOf<R, A, P> = P extends unknown ? keyof RowOf<A, ResourceIn<R, P>> & string : never
type AttributesFor<R, A, P> = P extends unknown ? Attributes<RowOf<A, ResourceIn<R, P>>> : never
declare const contextType: unique symbol

/** Connects the type of the subjects with the type of the context. */
interface WithContext<C> {
  readonly [contextType]?: C
}

type ContextOf<S> = S extends WithContext<infer C> ? C : object

type When<S, R, A, P> = (
  attributes: AttributesFor<R, A, P>,
  subject: References<S>,
  context: References<ContextOf<S>>,
) => Condition

/** Fields that a subject does not see (`omit`) or sees only masked (`mask`) if no other rule allows the request. */
export interface FieldRules<F extends string> {
  readonly omit?: readonly F[]
  readonly mask?: readonly F[]
  /** The rule allows only these fields, and the fields in `mask`. */
  readonly fields?: readonly F[]
}

interface RuleReason {
  /** Why the rule exists, in 1 to 500 characters. A decision gives it back with the rule: `An author edits own drafts.` */
  readonly reason?: string
}

interface AllowOptions<S, R, A, P> extends FieldRules<FieldOf<R, A, P>>, RuleReason {
  /** A condition on the row after a change. The default is the condition of the rule. */
  readonly after?: When<S, R, A, P>
}

interface DenyOptions<S, R, A, P> extends RuleReason {
  /** The rule denies only these fields. */
  readonly fields?: readonly FieldOf<R, A, P>[]
  readonly after?: When<S, R, A, P>
}

/** Writes the rules of one role. A rule without a condition applies to every resource. */
export interface RuleBuilder<S, R extends Resources, A> {
  allow<P extends PermissionIn<R> | Wildcard<R>>(
    permissions: P | readonly P[],
    when?: When<S, R, A, P> | AllowOptions<S, R, A, P>,
    options?: AllowOptions<S, R, A, P>,
  ): void
  /** Overrides every `allow` rule, of this role and of all other roles of the subject. */
  deny<P extends PermissionIn<R> | Wildcard<R>>(
    permissions: P | readonly P[],
    when?: When<S, R, A, P> | DenyOptions<S, R, A, P>,
    options?: DenyOptions<S, R, A, P>,
  ): void
}

export interface RoleConfig<S, R extends Resources, A, Role extends string> {
  /** Roles whose allow and deny rules this role has too. */
  readonly inherits?: readonly Role[]
  readonly rules?: (rules: RuleBuilder<S, R, A>) => void
}

export interface PolicyConfig<S, R extends Resources, A, Role extends string> {
  /** Each resource with its actions: `{ articles: ['read', 'write'] }`. */
  readonly resources: R
  /** The type of each resource's rows: `{ articles: attrs<Article>() }`. */
  readonly attributes?: A & { readonly [K in Exclude<keyof A, keyof R>]: never }
  readonly roles: { readonly [K in Role]: RoleConfig<S, R, A, NoInfer<Role>> }
  /** Rules of every subject, also of a subject without a role. */
  readonly allRoles?: (rules: RuleBuilder<S, R, A>) => void
  /** For each resource: the roles that a subject has on those rows for which the condition holds. */
  readonly roleOn?: {
    readonly [K in keyof R]?: { readonly [N in NoInfer<Role>]?: When<S, R, A, `${K & string}:*`> }
  }
  /** The permissions that show all fields to a subject that has them directly, whatever the rules omit or mask. */
  readonly grantsShowAllFields?: readonly NoInfer<PermissionIn<R> | Wildcard<R>>[]
  /** Receives decisions, failed rules, and roles and permissions that the policy does not define. */
  readonly audit?: AuditHook
}

// The code below is untyped, because the types above have checked the configuration.
/** A misspelt field to omit would be visible. */
function findMisspelt(parts: readonly object[], kinds: object | undefined): readonly object[] {
  const fields = parts.flatMap((part) => ['omit', 'mask', 'fields'].map((list) => Object(part)[list])).flat()
  const mistakes = fields.map((field) =>
    typeof field === 'string' ? describeMisspelt('field', field, kinds ?? {}) : undefined,
  )
  const mistake = mistakes.find((each) => each !== undefined)
  return mistake === undefined ? [] : [{ mistake }]
}

function writeRules(
  write: ((builder: never) => unknown) | undefined,
  attributes: Readonly<Record<string, KindsByName>>,
) {
  const rules: object[] = []
  const add =
    (effect: string) =>
    (named: string | readonly string[], ...parts: readonly unknown[]) => {
      const permissions = [named].flat()
      const [resource = '', ...others] = new Set(permissions.map((name) => parseResource(String(name))))
      const kinds = others.length ? {} : attributes[resource]
      const settle = (part: unknown): unknown =>
        typeof part === 'function' ? callWhen(part as Loose, kinds) : part
      const rest = parts.map((part) =>
        part !== undefined && (Object(part) !== part || typeof part === 'function')
          ? { when: settle(part) }
          : { ...(part as object), ...(Object(part).after && { after: settle(Object(part).after) }) },
      )
      const members = [...rest, { effect, permissions }, ...findMisspelt(rest, kinds)].flatMap((part) =>
        Object.entries(part),
      )
      const rule = Object.fromEntries(members)
      // A second condition would take the place of the first.
      rules.push(members.length > Object.keys(rule).length ? { 'more than once': members } : rule)
    }
  const builder = { allow: add('allow'), deny: add('deny') } as never
  // An async function adds its last rules when the policy is in use already.
  const { then } = Object(typeof write === 'function' ? write(builder) : { then: write !== undefined })
  return then ? [{ 'no synchronous function': write }] : rules
}

/** Anything but an object stays, so that the check of the policy refuses it. */
const mapMembers = <V, T>(members: object, map: (member: V, name: string) => T): Record<string, T> =>
  Object(members) === members
    ? Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member, name)]))
    : (members as never)

/**
 * Defines a policy: the resources, their actions, and the rules of each role. The first call names the types of the
 * subjects and of the context.
 *
 * ```ts
 * const policy = definePolicy<User>()({
 *   resources: { articles: ['read', 'write'] },
 *   attributes: { articles: attrs<Article>() },
 *   roles: { AUTHOR: { rules: (b) => b.allow('articles:write', (a, s) => a.ownerId.eq(s.id)) } },
 * })
 * ```
 * @throws {InvalidPolicy} with all mistakes in the policy, each with its path.
 */
export const definePolicy =
  <S extends Subject = Subject, C extends object = Record<never, never>>() =>
  <const R extends Resources, Role extends string, const A extends AttributesBy<R> = Record<never, never>>(
    config: PolicyConfig<S & WithContext<C>, R, A, Role>,
  ): DefinedPolicy<S, PermissionsOf<R, A>, Role> => {
    const { audit, attributes = {}, allRoles, roleOn, ...rest } = Object(config) as typeof config
    const kinds: Readonly<Record<string, KindsByName>> = Object(attributes)
    const roles = mapMembers(Object(rest.roles), (role: RoleConfig<S, R, A, Role>) => ({
      ...role,
      rules: writeRules(Object(role).rules, kinds),
    }))
    if (allRoles !== undefined)
      roles['*'] = { rules: [...(roles['*']?.rules ?? []), ...writeRules(allRoles, kinds)] }
    const on = roleOn !== undefined && {
      roleOn: mapMembers(roleOn, (conditions: Record<string, Loose>, resource) =>
        mapMembers(conditions, (when: Loose) => callWhen(when, kinds[resource]) as Condition),
      ),
    }
    return compilePolicy({ ...rest, ...on, roles } as PolicyDocument, audit)
  }

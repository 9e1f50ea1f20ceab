import { describeUnknown } from '../engine/decisions/suggest.ts'
import { AccessDenied } from '../engine/errors.ts'
import type { Abilities, Ability, PolicyData } from '../engine/policy/policy.ts'
import { maskValue } from '../redact/index.ts'
import { SubjectCopy } from '../engine/decisions/subject-copy.ts'
import type { Subject } from '../engine/decisions/subject.ts'
import { type GuardOptions, guardFields } from './guard.ts'
import { type Requirement, heldRoles } from './held-roles.ts'
import { markedFields } from './marked-fields.ts'
import {
  type SchemaLike,
  readArgument,
  findField,
  listInterfaces,
  isObjectType,
  findResolver,
} from './schema-like.ts'

export type { GuardOptions } from './guard.ts'
export type { SchemaLike } from './schema-like.ts'

/**
 * The definitions of the directives for the SDL of a schema. `roleType` is the type of the argument of `@auth`: an enum
 * or `String`.
 */
export const directiveDefinitions = (
  roleType = 'String',
) => `directive @auth(role: ${roleType}!) on FIELD_DEFINITION
directive @can(permission: String!) on FIELD_DEFINITION
directive @hidden on FIELD_DEFINITION
directive @masked on FIELD_DEFINITION
`

export interface AuthOptions<S> extends GuardOptions<S> {
  /**
   * `permissions` (the default): the subject needs the role with all its permissions. A deny rule of another role, or a
   * `restrictedTo` without one of these permissions, refuses the field. `role`: the subject needs only the role. Use it if
   * your resolvers check permissions, so that an API key can use the fields that its few permissions allow.
   */
  readonly requires?: Requirement
}

/**
 * `@auth(role: EDITOR)`: only subjects with the role, or with a role that inherits it, get the field. Other subjects get
 * the error `UNAUTHENTICATED` or `FORBIDDEN` for the field. Changes the resolvers of `schema` and returns `schema`.
 * @throws {TypeError} if a directive names a role that the policy does not define.
 */
export function applyAuth<T extends SchemaLike, S extends Subject>(
  schema: T,
  policy: PolicyData,
  options: AuthOptions<S> = {},
): T {
  const hasRole = heldRoles(policy, options.requires ?? 'permissions')
  const { roles } = policy.document
  guardFields(schema, 'auth', options, ({ type, field, directive }) => {
    const role = readArgument(directive, 'role')
    const place = `${type.name}.${field.name}`
    if (!Object.hasOwn(roles, role))
      throw new TypeError(`@auth on ${place} names ${describeUnknown('role', role, Object.keys(roles))}`)
    return (subject) => {
      const copy = new SubjectCopy(subject)
      if (hasRole(copy, role)) return
      throw new AccessDenied(
        (copy.id ?? null) === null ? 'UNAUTHENTICATED' : 'FORBIDDEN',
        `role ${role} for ${place}`,
      )
    }
  })
  return schema
}

/**
 * `@can(permission: "articles:read")`: only subjects with the permission get the field. On a field of a type, the object
 * is the resource. On a field of Query, Mutation or Subscription there is no resource, so that a permission with a condition
 * is denied. Changes the resolvers of `schema` and returns `schema`.
 * @throws {TypeError} if a directive names a permission that the policy does not define.
 */
export function applyCan<T extends SchemaLike, S extends Subject, M extends object>(
  schema: T,
  policy: Abilities<S, M> & Pick<PolicyData, 'permissions'>,
  options: GuardOptions<S> = {},
): T {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  guardFields(schema, 'can', options, ({ type, field, directive }) => {
    const permission = readArgument(directive, 'permission')
    if (!policy.permissions.includes(permission))
      throw new TypeError(
        `@can on ${type.name}.${field.name} names ${describeUnknown('permission', permission, policy.permissions)}`,
      )
    const isRoot = roots.some((root) => root?.name === type.name)
    return (subject, source) => {
      // The line above has checked the permission. The compiler does not know the type of the object.
      const ability = policy.for(subject) as unknown as Ability
      ability.authorize(permission, isRoot || Object(source) !== source ? null : (source as object))
    }
  })
  return schema
}

/**
 * `@hidden`: removes the field from the schema, so introspection does not show it. On a field of an interface, it removes
 * the field of all types of the interface. Changes `schema` and returns it.
 * @throws {TypeError} if a type hides a field that its interface shows.
 */
export function applyHidden<T extends SchemaLike>(schema: T): T {
  const hidden = markedFields(schema, 'hidden')
  const isHidden = new Set(hidden.map(({ field }) => field))
  for (const { type, field } of hidden) {
    const shown = listInterfaces(type).find((parent) => {
      const same = findField(parent, field.name)
      return same && !isHidden.has(same)
    })
    if (shown)
      throw new TypeError(
        `@hidden on ${type.name}.${field.name} needs @hidden on ${shown.name}.${field.name}, because ${type.name} implements ${shown.name}.`,
      )
  }
  for (const { type, field } of hidden) Reflect.deleteProperty(type.getFields(), field.name)
  return schema
}

export interface MaskOptions {
  /** Returns true if the caller sees the unmasked value. No other result reveals it. By default, no caller sees it. */
  readonly reveals?: (
    source: unknown,
    context: unknown,
    field: { readonly type: string; readonly name: string },
  ) => boolean | Promise<boolean>
  /** Masks a value. The default is `maskValue`: `j***@e***.org`. */
  readonly mask?: (value: unknown) => unknown
}

/** `@masked`: masks the value unless `reveals` returns true. Changes `schema` and returns it. */
export function applyMasked<T extends SchemaLike>(schema: T, options: MaskOptions = {}): T {
  const { reveals = () => false, mask = maskValue } = options
  for (const { type, field } of markedFields(schema, 'masked')) {
    if (!isObjectType(type)) continue
    const resolve = findResolver(field)
    const place = { type: type.name, name: field.name }
    const isRevealed = async (source: unknown, context: unknown): Promise<boolean> => {
      try {
        return (await reveals(source, context, place)) === true
      } catch {
        // For example, a getter of the subject throws. The value stays masked.
        return false
      }
    }
    field.resolve = async (source, args, context, info) => {
      const value = await resolve(source, args, context, info)
      if (value === null || value === undefined) return value
      return (await isRevealed(source, context)) ? value : mask(value)
    }
  }
  return schema
}

import { AccessDenied } from '../errors.ts'
import { lineageOf } from '../hierarchy.ts'
import type { PolicyData } from '../policy.ts'
import { maskValue } from '../redact.ts'
import type { Subject } from '../subject.ts'
import { type SchemaLike, argumentOf, directiveOn, fieldsIn, resolverOf } from './schema-like.ts'

export type { SchemaLike } from './schema-like.ts'

/**
 * The definitions of the directives for the SDL of a schema. `roleType` is the type of the argument: an enum or
 * `String`.
 */
export const directiveDefinitions = (
  roleType = 'String',
) => `directive @auth(role: ${roleType}!) on FIELD_DEFINITION
directive @hidden on FIELD_DEFINITION
directive @masked on FIELD_DEFINITION
`

export interface AuthOptions<S> {
  /** Returns the subject of a request. The default is `context.subject`. */
  readonly subject?: (context: unknown) => S | null | undefined
  /** Returns the error of a refused field. The default is the `AccessDenied` with its code in `extensions.code`. */
  readonly error?: (denied: AccessDenied) => Error
}

const subjectIn = (context: unknown) => (context as { readonly subject?: never } | null | undefined)?.subject

const withExtensions = (denied: AccessDenied) => Object.assign(denied, { extensions: { code: denied.code } })

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
  const subjectOf = options.subject ?? subjectIn
  const error = options.error ?? withExtensions
  for (const [type, fields] of fieldsIn(schema))
    for (const field of Object.values(fields)) {
      const directive = directiveOn(field, 'auth')
      if (!directive) continue
      const role = String(argumentOf(directive, 'role'))
      if (!Object.hasOwn(policy.document.roles, role))
        throw new TypeError(
          `@auth on ${type}.${field.name} names the role ${role}, which the policy does not define.`,
        )
      const resolve = resolverOf(field)
      field.resolve = (source, args, context, info) => {
        const subject = subjectOf(context) ?? null
        if (hasRole(policy, subject, role)) return resolve(source, args, context, info)
        const code = (subject?.id ?? null) === null ? 'UNAUTHENTICATED' : 'FORBIDDEN'
        throw error(new AccessDenied(code, `role ${role} for ${type}.${field.name}`))
      }
    }
  return schema
}

const hasRole = ({ document }: PolicyData, subject: Subject | null, role: string) =>
  Array.isArray(subject?.roles) &&
  subject.roles.some((own: string) => lineageOf(document, own).includes(role))

/** `@hidden`: removes the field from the schema, so introspection does not show it. Changes `schema` and returns it. */
export function applyHidden<T extends SchemaLike>(schema: T): T {
  for (const [, fields] of fieldsIn(schema))
    for (const [name, field] of Object.entries(fields))
      if (directiveOn(field, 'hidden')) Reflect.deleteProperty(fields, name)
  return schema
}

export interface MaskOptions {
  /** Whether the caller sees the unmasked value. By default, no caller does. */
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
  for (const [type, fields] of fieldsIn(schema))
    for (const field of Object.values(fields)) {
      if (!directiveOn(field, 'masked')) continue
      const resolve = resolverOf(field)
      field.resolve = async (source, args, context, info) => {
        const value = await resolve(source, args, context, info)
        if (value === null || value === undefined) return value
        return (await reveals(source, context, { type, name: field.name })) ? value : mask(value)
      }
    }
  return schema
}

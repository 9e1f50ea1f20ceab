import { AccessDenied } from '../errors.ts'
import { lineageOf } from '../hierarchy.ts'
import type { PolicyData } from '../policy.ts'
import { maskValue } from '../redact.ts'
import type { Subject } from '../subject.ts'
import { type SchemaLike, argumentOf, directiveOn, fieldsIn, resolverOf } from './schema-like.ts'

export type { SchemaLike } from './schema-like.ts'

/** The definitions of the directives, for a schema's SDL. The argument's type is an enum or `String`. */
export const directiveDefinitions = (
  roleType = 'String',
) => `directive @auth(role: ${roleType}!) on FIELD_DEFINITION
directive @hidden on FIELD_DEFINITION
directive @masked on FIELD_DEFINITION
`

export interface AuthOptions<S> {
  /** Who asks; `context.subject` unless given. */
  readonly subject?: (context: unknown) => S | null | undefined
  /** The error of a refused field; unless given, the `AccessDenied`, its code in `extensions.code`. */
  readonly error?: (denied: AccessDenied) => Error
}

const subjectIn = (context: unknown) => (context as { readonly subject?: never } | null | undefined)?.subject

const withExtensions = (denied: AccessDenied) => Object.assign(denied, { extensions: { code: denied.code } })

/**
 * `@auth(role: EDITOR)`: the field is for subjects that have the role or one that inherits it; others get an error,
 * `UNAUTHENTICATED` or `FORBIDDEN`, on that field. Changes the resolvers of `schema` and returns it.
 * @throws {TypeError} if a directive names a role that the policy does not know.
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
        throw new TypeError(`@auth on ${type}.${field.name} names the unknown role ${role}.`)
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

/** `@hidden`: the field is taken out of the schema, introspection included. Changes `schema` and returns it. */
export function applyHidden<T extends SchemaLike>(schema: T): T {
  for (const [, fields] of fieldsIn(schema))
    for (const [name, field] of Object.entries(fields))
      if (directiveOn(field, 'hidden')) Reflect.deleteProperty(fields, name)
  return schema
}

export interface MaskOptions {
  /** Whether whoever asks sees the value in full; nobody does unless given. */
  readonly reveals?: (
    source: unknown,
    context: unknown,
    field: { readonly type: string; readonly name: string },
  ) => boolean | Promise<boolean>
  /** `maskValue` unless given: `j***@e***.org`. */
  readonly mask?: (value: unknown) => unknown
}

/** `@masked`: the value is made unrecognizable unless `reveals` says otherwise. Changes `schema` and returns it. */
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

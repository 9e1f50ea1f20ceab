import { AccessDenied } from '../engine/errors.ts'
import type { Subject } from '../engine/decisions/subject.ts'
import { type MarkedField, markedFields } from './marked-fields.ts'
import { type Resolver, type SchemaLike, isObjectType, findResolver } from './schema-like.ts'

export interface GuardOptions<S> {
  /** Returns the subject of a request. The default is `context.subject`. If it throws, nobody is signed in. */
  readonly subject?: (context: unknown) => S | null | undefined
  /** Returns the error of a refused field. The default is the `AccessDenied` with its code in `extensions.code`. */
  readonly error?: (denied: AccessDenied) => Error
}

/** Throws if the subject may not have the field of `source`. */
export type Check<S> = (subject: S | null, source: unknown) => void

const findSubject = (context: unknown) =>
  (context as { readonly subject?: never } | null | undefined)?.subject

const withExtensions = (denied: AccessDenied) => Object.assign(denied, { extensions: { code: denied.code } })

/** Puts a check before the resolver of each object field with the directive, and before the source of a subscription. */
export function guardFields<S extends Subject>(
  schema: SchemaLike,
  directive: string,
  options: GuardOptions<S>,
  checkFor: (marked: MarkedField) => Check<S>,
): void {
  const { subject: subjectOf = findSubject, error = withExtensions } = options
  const subscriptions = schema.getSubscriptionType()?.name
  const readSubject = (context: unknown): S | null => {
    try {
      return subjectOf(context) ?? null
    } catch {
      return null
    }
  }
  for (const marked of markedFields(schema, directive)) {
    const { type, field } = marked
    const check = checkFor(marked)
    const guard =
      (run: Resolver): Resolver =>
      (source, args, context, info) => {
        const denied = catchRefusal(() => check(readSubject(context), source), `${type.name}.${field.name}`)
        if (denied) throw error(denied)
        return run(source, args, context, info)
      }
    if (!isObjectType(type)) continue
    field.resolve = guard(findResolver(field))
    if (type.name === subscriptions) field.subscribe = guard(findResolver(field, 'subscribe'))
  }
}

/** The refusal of a check. A check that fails with another error refuses, too, and the error tells the caller nothing. */
function catchRefusal(check: () => void, place: string): AccessDenied | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return error instanceof AccessDenied ? error : new AccessDenied('FORBIDDEN', place)
  }
}

import { copyWith } from '../engine/conditions/copy-with.ts'
import { listNames } from '../engine/policy/document.ts'
import { SubjectCopy, isInScope, copyNames } from '../engine/decisions/subject-copy.ts'
import type { Subject } from '../engine/decisions/subject.ts'

/** A permission, `articles:*`, `*:read` or `*`. */
export type ScopeOf<P extends string> =
  P | '*' | (P extends `${infer Resource}:${infer Action}` ? `${Resource}:*` | `*:${Action}` : never)

/** Refuses a scope that the policy does not define. Scopes of the type `string` are known only when the program runs. */
type KnownScope<P extends string, G extends string> = string extends G ? G : ScopeOf<P>

/**
 * A copy of the subject that has only the permissions in `scopes` (`articles:read`, `articles:*`, `*:read`, `*`). Use it for API
 * keys and tokens. A scope that the policy does not define grants nothing. If the subject is restricted already, the
 * copy keeps that restriction too.
 */
export function restrict<S extends Subject, P extends string, const G extends string>(
  { permissions }: { readonly permissions: readonly P[] },
  subject: S,
  scopes: readonly KnownScope<NoInfer<P>, G>[],
): S {
  const copy = new SubjectCopy(subject)
  const wanted = new Set(copyNames(scopes))
  const restrictedTo = permissions.filter(
    (permission) => listNames(permission).some((name) => wanted.has(name)) && isInScope(copy, permission),
  )
  return copyWith(subject, 'restrictedTo', Object.freeze(restrictedTo))
}

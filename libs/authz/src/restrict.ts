import { isOutOfScope } from './decision.ts'
import { namesFor } from './document.ts'
import type { PolicyData } from './policy.ts'
import type { Subject } from './subject.ts'

/**
 * The subject with less power: what it may do, and is in `scopes` (`articles:read`, `articles:*`, `*`). Scopes the
 * policy does not know give nothing; a subject that is restricted already stays so. For API keys and tokens.
 */
export function restrict<S extends Subject>(
  { permissions }: PolicyData,
  subject: S,
  scopes: readonly string[],
): S {
  const restrictedTo = permissions.filter(
    (permission) =>
      namesFor(permission).some((name) => scopes.includes(name)) && !isOutOfScope(subject, permission),
  )
  // A copy with its prototype: a getter that a rule refers to must not vanish.
  return Object.create(Object.getPrototypeOf(subject), {
    ...Object.getOwnPropertyDescriptors(subject),
    restrictedTo: { value: restrictedTo, enumerable: true },
  })
}

import { type Comparison, type Condition, fold, isReference, isScalar } from './condition.ts'
import { namesFor } from './document.ts'
import type { Problem } from './errors.ts'
import type { Rule } from './rule.ts'

/** The comparisons in a condition, and any value that stands in the place of a comparison. */
const comparisonsIn = (condition: Condition): readonly (Comparison | undefined)[] =>
  fold<readonly Comparison[]>(
    condition,
    (_, parts) => parts.flat(),
    (part) => part,
    (comparison) => [comparison],
  )

// Null and undefined equal nothing. A rule that compares with them is a mistake, for example a variable without a
// value.
const isValid = ({ op, value }: Comparison): boolean =>
  op === 'isNull' ||
  isReference(value) ||
  (op === 'in'
    ? Array.isArray(value) && value.every(isScalar)
    : /^(eq|[lg]te?|contains)$/.test(op) && isScalar(value))

/** Adds all mistakes in the permissions and conditions of a policy to `problems`. */
export function check(permissions: readonly string[], rules: Iterable<Rule>, problems: Problem[]): void {
  const expect = (ok: unknown, path: string, wrong: string, what: unknown) =>
    ok || problems.push({ path, message: `${wrong} ${JSON.stringify(what)}` })
  const names = new Set(permissions.flatMap(namesFor))

  for (const permission of permissions)
    expect(/^[^:*]+:[^:*]+$/.test(permission), 'resources', 'not resource:action:', permission)
  for (const rule of rules) {
    for (const comparison of comparisonsIn(rule.when))
      expect(comparison && isValid(comparison), rule.path, 'invalid condition', comparison)
    for (const name of rule.permissions) expect(names.has(name), rule.path, 'unknown permission', name)
  }
}

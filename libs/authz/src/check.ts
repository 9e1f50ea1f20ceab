import { type Comparison, type Condition, fold, isReference, isScalar } from './condition.ts'
import { namesFor } from './document.ts'
import type { Problem } from './errors.ts'
import type { Rule } from './rules.ts'

/** The comparisons that a condition is made of, or whatever stands in their place. */
const comparisonsIn = (condition: Condition): readonly (Comparison | undefined)[] =>
  fold<readonly Comparison[]>(
    condition,
    (_, parts) => parts.flat(),
    (part) => part,
    (comparison) => [comparison],
  )

// Null and undefined equal nothing: a rule that compares with them is a slip, or a variable that nobody set.
const isSound = ({ op, value }: Comparison): boolean =>
  op === 'isNull' ||
  isReference(value) ||
  (op === 'in'
    ? Array.isArray(value) && value.every(isScalar)
    : /^(eq|[lg]te?|contains)$/.test(op) && isScalar(value))

/** Notes all that is wrong with the permissions and conditions of a policy. */
export function check(permissions: readonly string[], rules: Iterable<Rule>, problems: Problem[]): void {
  const expect = (ok: unknown, path: string, wrong: string, what: unknown) =>
    ok || problems.push({ path, message: `${wrong} ${JSON.stringify(what)}` })
  const names = new Set(permissions.flatMap(namesFor))

  for (const permission of permissions)
    expect(/^[^:*]+:[^:*]+$/.test(permission), 'resources', 'bad permission', permission)
  for (const rule of rules) {
    for (const comparison of comparisonsIn(rule.when))
      expect(comparison && isSound(comparison), rule.path, 'bad condition', comparison)
    for (const name of rule.permissions) expect(names.has(name), rule.path, 'unknown permission', name)
  }
}

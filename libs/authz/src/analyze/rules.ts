import { always } from '../engine/conditions/condition.ts'
import { findKey } from '../engine/conditions/simplify.ts'
import type { PlacedRule } from '../engine/roles/hierarchy.ts'
import { isNever } from './contradiction.ts'
import type { Finding } from './finding.ts'
import { type PolicyIndex, isAboutNamed } from './policy-index.ts'
import { simplifyRule, coversFields, implies, showsAsMuch } from './implies.ts'

/** Whether rules with an effect pass a test, at least one for each permission of the rule. */
type Others = (effect: PlacedRule['effect'], test: (other: PlacedRule) => boolean) => boolean

/** The role's own rules that have no effect on the role's permissions. */
export function idleRules({ permissions, lineage, own }: PolicyIndex, role: string): Finding[] {
  if (own(role).length === 0) return []
  const all = lineage(role).flatMap(own)
  return own(role).flatMap((rule) => {
    const about = permissions.filter((permission) => isAboutNamed(rule, permission))
    const foundForEach: Others = (effect, test) =>
      about.every((permission) =>
        all.some(
          (other) =>
            other.effect === effect && other !== rule && isAboutNamed(other, permission) && test(other),
        ),
      )
    return unreachable(rule, foundForEach) ?? shadowed(rule, all, foundForEach) ?? []
  })
}

function unreachable(rule: PlacedRule, foundForEach: Others): Finding | undefined {
  const condition = simplifyRule(rule)
  if (isNever(condition))
    return {
      kind: 'unreachable',
      path: rule.path,
      message: 'the condition is never true; correct it or remove the rule',
    }
  const isDenied = () =>
    foundForEach('deny', (other) => !other.fields && implies(condition, simplifyRule(other)))
  return rule.effect === 'allow' && isDenied()
    ? {
        kind: 'unreachable',
        path: rule.path,
        message: 'deny rules of the role deny everything that this rule allows',
      }
    : undefined
}

function shadowed(rule: PlacedRule, all: readonly PlacedRule[], foundForEach: Others): Finding | undefined {
  const saysAsMuch = (other: PlacedRule, of: PlacedRule) =>
    implies(simplifyRule(of), simplifyRule(other)) &&
    findKey(other.after ?? always) === findKey(of.after ?? always) &&
    (of.effect === 'deny' ? coversFields(other, of) : showsAsMuch(other, of))
  // If two rules of a role are equivalent, the finding names the later rule.
  const goesBefore = (other: PlacedRule) =>
    other.role !== rule.role || all.indexOf(other) < all.indexOf(rule) || !saysAsMuch(rule, other)
  return foundForEach(rule.effect, (other) => saysAsMuch(other, rule) && goesBefore(other))
    ? { kind: 'shadowed', path: rule.path, message: 'other rules of the role cover this rule; remove it' }
    : undefined
}

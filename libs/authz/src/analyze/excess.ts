import { type Condition, always, never, or } from '../condition.ts'
import { isOutOfScope, lists } from '../decision.ts'
import { type PolicyDocument, permissionsIn } from '../document.ts'
import { type PlacedRule, isAbout, rulesFor } from '../hierarchy.ts'
import type { PolicyData } from '../policy.ts'
import { join, negate, simplify } from '../simplify.ts'
import type { Subject } from '../subject.ts'
import { conditionOf, implies } from './implies.ts'

const anyOf = (rules: readonly PlacedRule[]): Condition => or(...rules.map(conditionOf))

/** The records to which a permission of the subject extends. References to the subject stay as they are. */
function extentOf(document: PolicyDocument, subject: Subject, permission: string): Condition {
  if (isOutOfScope(subject, permission)) return never
  const rules = new Map(
    subject.roles.flatMap((role) => rulesFor(document, role)).map((rule) => [rule.path, rule]),
  )
  const about = [...rules.values()].filter((rule) => isAbout(rule, permission))
  const allowed = lists(subject.permissions, permission)
    ? always
    : simplify(anyOf(about.filter(({ effect }) => effect === 'allow')))
  const denied = simplify(anyOf(about.filter(({ effect }) => effect === 'deny')))
  return join('and', [allowed, negate(denied)])
}

/**
 * The permissions that `subject` has on some record on which none of `holders` has them: what nobody may give away who
 * is among the holders. A permission with a condition never covers the same permission without one. A reference to
 * whoever asks counts as the same for all of them, so that "own" covers "own". Conditions are compared by their forms:
 * a permission may be named that is covered in fact, and never the other way round.
 */
export function findExcess(
  { document }: PolicyData,
  holders: readonly Subject[],
  subject: Subject,
): readonly string[] {
  const isCovered = (permission: string) =>
    implies(
      extentOf(document, subject, permission),
      simplify(or(...holders.map((holder) => extentOf(document, holder, permission)))),
    )
  return permissionsIn(document).filter((permission) => !isCovered(permission))
}

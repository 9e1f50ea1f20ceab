import { type Condition, always, never } from '../engine/conditions/condition.ts'
import { type PolicyDocument, listPermissions } from '../engine/policy/document.ts'
import { type PlacedRule, isAbout, listRules } from '../engine/roles/hierarchy.ts'
import type { PolicyData } from '../engine/policy/policy.ts'
import { followRules } from '../engine/roles/follow.ts'
import { negate } from '../engine/conditions/junctions.ts'
import { join } from '../engine/conditions/simplify.ts'
import { SubjectCopy, isInScope } from '../engine/decisions/subject-copy.ts'
import type { Subject } from '../engine/decisions/subject.ts'
import { simplifyRule, implies } from './implies.ts'

const joinAny = (rules: readonly PlacedRule[]): Condition => join('or', rules.map(simplifyRule))

/**
 * The condition for the records on which the subject has a permission. References to the subject stay unchanged. A rule
 * with a list of fields extends the rights of the subject (`isLargest`), and does not extend those of a holder.
 */
function findExtent(
  document: PolicyDocument,
  subject: SubjectCopy,
  permission: string,
  isLargest: boolean,
): Condition {
  if (!isInScope(subject, permission)) return never
  const rules = new Map(
    [...subject.roles, '*'].flatMap((role) => listRules(document, role)).map((rule) => [rule.path, rule]),
  )
  const about = [...rules.values()].filter(
    (rule) => isAbout(rule, permission) && (!rule.fields || (rule.effect === 'allow') === isLargest),
  )
  const follow = followRules([...rules.values()], subject.granted)
  const followed = about.map((rule) => ({ ...rule, when: follow(rule.when ?? always) }))
  const allowed = subject.granted.includes(permission)
    ? always
    : joinAny(followed.filter(({ effect }) => effect === 'allow'))
  const denied = joinAny(followed.filter(({ effect }) => effect === 'deny'))
  return join('and', [allowed, negate(denied)])
}

/**
 * The permissions that `subject` has on some record on which none of `holders` has them. So a holder may not grant these
 * permissions. A permission with a condition never covers the same permission without one. References to the subject
 * count as equal for all subjects, so "own records" covers "own records". The function compares the form of conditions.
 * So the result can contain a permission that the holders cover in fact, but it never lacks one that they do not cover.
 */
export function findExcess(
  { document }: PolicyData,
  holders: readonly Subject[],
  subject: Subject,
): readonly string[] {
  const [asked, ...held] = [subject, ...holders].map((each) => new SubjectCopy(each))
  const isCovered = (permission: string) =>
    implies(
      findExtent(document, asked as SubjectCopy, permission, true),
      join(
        'or',
        held.map((holder) => findExtent(document, holder, permission, false)),
      ),
    )
  return listPermissions(document).filter((permission) => !isCovered(permission))
}

import { type Condition, type Followed, always, freeze, never } from '../conditions/condition.ts'
import { GRANTED } from '../decisions/subject-copy.ts'
import type { RuleDocument } from '../policy/document.ts'
import { isAbout } from './hierarchy.ts'
import { join, negate } from './resolve.ts'

interface ConditionRule extends Pick<RuleDocument, 'effect' | 'permissions'> {
  readonly when?: Condition | undefined
  readonly fields?: readonly string[] | undefined
}

const isGranted = (permission: string): Condition =>
  freeze({ op: 'subject', condition: freeze({ op: 'contains', attribute: GRANTED, value: permission }) })

/** The same for a subject whose direct permissions are known. */
const isAmong =
  (granted: readonly string[]) =>
  (permission: string): Condition =>
    granted.includes(permission) ? always : never

/** Whether a condition follows a permission. */
export const hasFollowed = (condition: Condition): boolean => listFollowed(condition).length > 0

/** The parts of a condition that follow a permission, each with the path of its object. */
export function listFollowed(
  condition: Condition,
  path: readonly string[] = [],
): readonly { readonly part: Followed; readonly path: readonly string[] }[] {
  if (condition.op === 'may') return [{ part: condition, path: [...path, condition.attribute] }]
  if ('conditions' in condition) return condition.conditions.flatMap((part) => listFollowed(part, path))
  if (!('condition' in condition)) return []
  const isInside = condition.op === 'is' || condition.op === 'some'
  return listFollowed(condition.condition, isInside ? [...path, condition.attribute] : path)
}

/**
 * Replaces `may` with the conditions of the permission: what `rules`, the rules of the subject, and its direct permissions
 * allow, and no rule denies. `granted` has the direct permissions, if they are known. The policy has no cycle, as
 * `checkFollowed` has found.
 */
export function followRules(
  rules: readonly ConditionRule[],
  granted?: readonly string[],
): (condition: Condition) => Condition {
  const hasGrant = granted ? isAmong(granted) : isGranted
  const known = new Map<string, Condition>()
  const allowed = (permission: string): Condition => {
    const found = known.get(permission) ?? write(permission)
    known.set(permission, found)
    return found
  }
  const write = (permission: string): Condition => {
    const about = rules.filter((rule) => isAbout(rule, permission))
    const conditions = (effect: string) =>
      about
        .filter((rule) => rule.effect === effect && (effect === 'allow' || !rule.fields))
        .map(({ when = always }) => replace(when))
    return join('and', [
      join('or', [hasGrant(permission), ...conditions('allow')]),
      negate(join('or', conditions('deny'))),
    ])
  }
  const replace = (condition: Condition): Condition => {
    if (condition.op === 'may')
      return freeze({ op: 'is', attribute: condition.attribute, condition: allowed(condition.permission) })
    if ('conditions' in condition)
      return freeze({ ...condition, conditions: freeze(condition.conditions.map(replace)) })
    return 'condition' in condition
      ? freeze({ ...condition, condition: replace(condition.condition) })
      : condition
  }
  return (condition) => (hasFollowed(condition) ? replace(condition) : condition)
}

import {
  type Condition,
  type Followed,
  always,
  freeze,
  never,
  hasInner,
  isJunction,
} from '../conditions/condition.ts'
import { GRANTED } from '../decisions/subject-copy.ts'
import type { RuleDocument } from '../policy/document.ts'
import { isAbout } from './hierarchy.ts'
import { joinDistinct } from '../conditions/simplify.ts'
import { negate } from '../conditions/junctions.ts'

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
  if (isJunction(condition)) return condition.conditions.flatMap((part) => listFollowed(part, path))
  if (!hasInner(condition)) return []
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
  /** Rules of several roles that follow the same permission have one condition. */
  const links = new Map<string, Condition>()
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
    // `a or (a and b)` does not become `a`: whether nothing satisfies it can depend on a value that only `b` compares.
    return joinDistinct('and', [
      joinDistinct('or', [hasGrant(permission), ...conditions('allow')]),
      negate(joinDistinct('or', conditions('deny'))),
    ])
  }
  const link = ({ attribute, permission }: Followed): Condition => {
    const key = JSON.stringify([attribute, permission])
    const found = links.get(key) ?? freeze({ op: 'is', attribute, condition: allowed(permission) })
    links.set(key, found)
    return found
  }
  const replace = (condition: Condition): Condition => {
    if (condition.op === 'may') return link(condition)
    if (isJunction(condition))
      return freeze({ ...condition, conditions: freeze(condition.conditions.map(replace)) })
    return hasInner(condition) ? freeze({ ...condition, condition: replace(condition.condition) }) : condition
  }
  return (condition) => (hasFollowed(condition) ? replace(condition) : condition)
}

import { type Condition, always, hasInner, isJunction } from '../conditions/condition.ts'
import { MOST_NESTED, TOO_LARGE } from '../conditions/depth.ts'
import { findKey } from '../conditions/simplify.ts'
import { type RuleDocument, listNames } from '../policy/document.ts'
import { hasFollowed } from './follow.ts'

/** All rules of a policy about one permission do not compare as often, unless permissions follow each other many times. */
const MOST_COMPARISONS = 100_000

interface Extent {
  readonly depth: number
  /** The number of comparisons. */
  readonly size: number
}

/** The extent of conditions side by side, with `deeper` conditions around them. */
const combine = (extents: readonly Extent[], deeper = 0): Extent => ({
  depth: extents.reduce((most, { depth }) => Math.max(most, depth), 0) + deeper,
  size: extents.reduce((sum, { size }) => sum + size, 0),
})

interface PlacedConditions extends Pick<RuleDocument, 'permissions'> {
  readonly path: string
  readonly when?: Condition | undefined
  readonly after?: Condition | undefined
}

/** The rules about each permission. A large policy has thousands of both. */
function indexRules<R extends Pick<RuleDocument, 'permissions'>>(
  rules: readonly R[],
): (permission: string) => readonly R[] {
  const byName = new Map<string, R[]>()
  for (const rule of rules)
    for (const name of rule.permissions) {
      const named = byName.get(name) ?? []
      byName.set(name, named)
      named.push(rule)
    }
  return (permission) => [...new Set(listNames(permission).flatMap((name) => byName.get(name) ?? []))]
}

/**
 * Passes the rules of a policy to `refuse` whose `may` comes back to its own permission, with the cycle, and those that follow
 * so many permissions that their conditions are too deep or too large.
 */
export function checkFollowed(
  permissions: readonly string[],
  rules: readonly PlacedConditions[],
  refuse: (path: string, message: string) => void,
): void {
  const known = new Map<string, Extent>()
  const about = indexRules(rules)
  const measure = (condition: Condition, trail: readonly string[], path: string): Extent => {
    // `is`, `and`, `or` and `not` are around each condition of the permission.
    if (condition.op === 'may')
      return combine([follow(condition.permission, trail, path), { depth: 0, size: 1 }], 4)
    if (isJunction(condition))
      return combine(
        condition.conditions.map((part) => measure(part, trail, path)),
        1,
      )
    return hasInner(condition)
      ? combine([measure(condition.condition, trail, path)], 1)
      : { depth: 0, size: 1 }
  }
  const follow = (permission: string, trail: readonly string[], path: string): Extent => {
    const found = known.get(permission)
    if (found) return found
    const names = [...trail, permission]
    if (trail.includes(permission)) {
      const cycle = names.slice(names.indexOf(permission)).join(' → ')
      refuse(path, `may comes back to its own permission: ${cycle}`)
    }
    // More levels are too deep, and could be deeper than the stack.
    if (trail.includes(permission) || trail.length > MOST_NESTED) return { depth: trail.length, size: 0 }
    // Rules of several roles with equal conditions are one condition.
    const conditions = new Map(
      about(permission).flatMap(({ when = always, after = always, path: at }) =>
        [when, after].map((condition) => [findKey(condition), { condition, at }] as const),
      ),
    )
    const extent = combine([...conditions.values()].map(({ condition, at }) => measure(condition, names, at)))
    known.set(permission, extent)
    return extent
  }

  for (const permission of permissions) {
    const follower = about(permission).find((rule) =>
      [rule.when, rule.after].some((each) => each && hasFollowed(each)),
    )
    if (!follower) continue
    const { depth, size } = follow(permission, [], follower.path)
    if (depth > MOST_NESTED || size > MOST_COMPARISONS)
      refuse(
        follower.path,
        `follows permissions that make ${permission} ${TOO_LARGE}, with at most ${MOST_COMPARISONS.toLocaleString('en')} comparisons`,
      )
  }
}

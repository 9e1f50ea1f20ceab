import { type Condition, always, findConstant } from '../engine/conditions/condition.ts'
import { listPermissions } from '../engine/policy/document.ts'
import { describe } from '../explain/describe.ts'
import { type PlacedRule, isAbout, listRules } from '../engine/roles/hierarchy.ts'
import type { PolicyData } from '../engine/policy/policy.ts'
import { followRules } from '../engine/roles/follow.ts'
import { negate } from '../engine/conditions/junctions.ts'
import { join } from '../engine/conditions/simplify.ts'
import { simplifyRule, implies } from './implies.ts'

/**
 * `gained` and `lost`: the role has the permission on more or fewer rows. `changed`: on other rows, or the comparison of the
 * two conditions finds no order. `fields`: on the same rows, with other fields or another condition after a change.
 */
export type ChangeKind = 'gained' | 'lost' | 'changed' | 'fields'

/** A permission that a role has on other rows, or with other fields, in another version of a policy. */
export interface Change {
  /** `*` is a subject without a role. */
  readonly role: string
  readonly permission: string
  readonly kind: ChangeKind
  /** The rows and the fields in words, before and after: `never`, `always` or a condition. */
  readonly before: string
  readonly after: string
}

/** The rows on which a role has a permission, and its other limits in words. */
interface Extent {
  readonly rows: Condition
  readonly limits: string
}

const joinAny = (rules: readonly PlacedRule[]): Condition => join('or', rules.map(simplifyRule))

const listLimit = (word: string, names: readonly string[] = []): readonly string[] =>
  names.length > 0 ? [`${word} ${[...names].sort().join(', ')}`] : []

/** The fields of a rule and its condition after a change, in words. */
function describeLimits({ effect, when = always, after, omit, mask, fields }: PlacedRule): string {
  const parts = [
    ...listLimit(effect === 'deny' ? 'without' : 'only', fields),
    ...listLimit('omit', omit),
    ...listLimit('mask', mask),
    ...(after ? [`after the change ${describe(after)}`] : []),
  ]
  return parts.length > 0 ? `[where ${describe(when)}: ${parts.join('; ')}]` : ''
}

function findExtent({ document }: PolicyData, role: string, permission: string): Extent {
  const lineage = [role, '*'].flatMap((name) => listRules(document, name))
  const rules = [...new Map(lineage.map((rule) => [rule.path, rule])).values()]
  const follow = followRules(rules)
  const about = rules
    .filter((rule) => isAbout(rule, permission))
    .map((rule) => ({ ...rule, when: follow(rule.when ?? always) }))
  const denied = about.filter(({ effect, fields }) => effect === 'deny' && !fields)
  const rows = join('and', [
    joinAny(about.filter(({ effect }) => effect === 'allow')),
    negate(joinAny(denied)),
  ])
  const limits = about.map(describeLimits).filter(Boolean).sort()
  return { rows, limits: findConstant(rows) === false ? '' : limits.join(' ') }
}

const describeExtent = ({ rows, limits }: Extent): string => `${describe(rows)} ${limits}`.trim()

function compare(before: Extent, after: Extent): ChangeKind | undefined {
  const isSame = before.limits === after.limits
  const [grows, shrinks] = [implies(before.rows, after.rows), implies(after.rows, before.rows)]
  if (grows && shrinks) return isSame ? undefined : 'fields'
  // A rule with other limits can show less on more rows.
  if (grows === shrinks || !isSame) return 'changed'
  return grows ? 'gained' : 'lost'
}

const union = (...lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())]

/** The differences between two versions of a policy, by role and permission, in the order of the policies. */
export function findChanges(before: PolicyData, after: PolicyData): readonly Change[] {
  const permissions = union(listPermissions(before.document), listPermissions(after.document))
  const roles = union(['*'], Object.keys(before.document.roles), Object.keys(after.document.roles))
  return roles.flatMap((role) =>
    permissions.flatMap((permission): readonly Change[] => {
      const [old, now] = [before, after].map((policy) => findExtent(policy, role, permission)) as [
        Extent,
        Extent,
      ]
      const kind = compare(old, now)
      return kind ? [{ role, permission, kind, before: describeExtent(old), after: describeExtent(now) }] : []
    }),
  )
}

import { type Condition, always, constantOf, keyOf } from './condition.ts'
import { type PolicyDocument as Document, permissionsIn } from './document.ts'
import { type PlacedRule, isAbout, lineageOf, rulesFor } from './hierarchy.ts'
import type { PolicyData } from './policy.ts'
import { join, negate, resolveNothing } from './simplify.ts'

export type FindingKind =
  | 'unreachable' // an allow that some deny, or its own condition, never lets happen
  | 'shadowed' // a rule that changes nothing, because another says as much or more
  | 'ungranted' // a permission that no role gives
  | 'redundant-parent' // a role inherited twice
  | 'escalation' // a role that may give itself more than it has

export interface Finding {
  readonly kind: FindingKind
  /** `roles.AUTHOR.rules[0]`, `roles.AUTHOR.inherits[1]` or `resources.articles`. */
  readonly path: string
  readonly message: string
}

export interface AnalyzeOptions {
  /**
   * The permissions whose holders can change what subjects may do, each with the fields that do it:
   * `{ 'users:write': ['role', 'permissions'] }`. A rule that omits all of these fields is harmless.
   */
  readonly grants?: Readonly<Record<string, readonly string[]>>
}

const conditionOf = (rule: PlacedRule): Condition => resolveNothing(rule.when ?? always)

/** Whether `weak` holds wherever `strong` does, as far as the simplifier sees: then adding `strong` adds nothing. */
const implies = (strong: Condition, weak: Condition): boolean =>
  keyOf(join('or', [strong, weak])) === keyOf(weak) ||
  constantOf(join('and', [strong, negate(weak)])) === false

const showsAsMuch = (rule: PlacedRule, other: PlacedRule): boolean => {
  const hidden = (of: PlacedRule) => [...(of.omit ?? []), ...(of.mask ?? [])]
  return (
    hidden(rule).every((field) => hidden(other).includes(field)) &&
    (rule.omit ?? []).every((field) => other.omit?.includes(field))
  )
}

function ruleFindings(document: Document, permissions: readonly string[], role: string): Finding[] {
  const all = rulesFor(document, role)
  return all
    .filter((rule) => rule.role === role)
    .flatMap((rule): Finding[] => {
      const about = permissions.filter((permission) => isAbout(rule, permission))
      const everywhere = (test: (other: PlacedRule) => boolean) =>
        about.every((permission) =>
          all.some((other) => other !== rule && isAbout(other, permission) && test(other)),
        )
      if (constantOf(conditionOf(rule)) === false)
        return [{ kind: 'unreachable', path: rule.path, message: 'its condition never holds' }]
      if (
        rule.effect === 'allow' &&
        everywhere((other) => other.effect === 'deny' && implies(conditionOf(rule), conditionOf(other)))
      )
        return [{ kind: 'unreachable', path: rule.path, message: 'all it allows is denied' }]
      const covers = (other: PlacedRule) =>
        other.effect === rule.effect &&
        implies(conditionOf(rule), conditionOf(other)) &&
        (rule.effect === 'deny' || showsAsMuch(other, rule)) &&
        (other.role !== rule.role || all.indexOf(other) < all.indexOf(rule) || !saysTheSame(other, rule))
      return everywhere(covers)
        ? [{ kind: 'shadowed', path: rule.path, message: 'other rules of the role say as much' }]
        : []
    })
}

// Of two rules that say the same, only the later one is superfluous.
const saysTheSame = (a: PlacedRule, b: PlacedRule) =>
  keyOf(conditionOf(a)) === keyOf(conditionOf(b)) && showsAsMuch(b, a)

function parentFindings(document: Document, role: string): Finding[] {
  const parents = document.roles[role]?.inherits ?? []
  return parents.flatMap((parent, i) => {
    const through = parents.find(
      (other, j) => j !== i && (other !== parent || j < i) && lineageOf(document, other).includes(parent),
    )
    return through === undefined
      ? []
      : [
          {
            kind: 'redundant-parent',
            path: `roles.${role}.inherits[${i}]`,
            message: `${parent} comes with ${through} already`,
          },
        ]
  })
}

function escalationFindings(
  document: Document,
  permissions: readonly string[],
  role: string,
  options: AnalyzeOptions,
): Finding[] {
  const has = (of: string, permission: string) =>
    rulesFor(document, of).some((rule) => rule.effect === 'allow' && !rule.when && isAbout(rule, permission))
  const lacking = permissions.filter(
    (permission) =>
      !has(role, permission) && Object.keys(document.roles).some((other) => has(other, permission)),
  )
  if (lacking.length === 0) return []
  return Object.entries(options.grants ?? {}).flatMap(([permission, fields]) =>
    rulesFor(document, role)
      .filter((rule) => rule.role === role && rule.effect === 'allow' && isAbout(rule, permission))
      .filter((rule) => fields.length === 0 || !fields.every((field) => rule.omit?.includes(field)))
      .map((rule) => ({
        kind: 'escalation' as const,
        path: rule.path,
        message: `with ${permission} the role may give itself ${lacking.slice(0, 3).join(', ')}${lacking.length > 3 ? ', …' : ''}`,
      })),
  )
}

/** What is legal in a policy and yet probably not meant. Rules and roles by their order in the policy. */
export function analyze({ document }: PolicyData, options: AnalyzeOptions = {}): readonly Finding[] {
  const permissions = permissionsIn(document)
  const roles = Object.keys(document.roles)
  const allRules = roles.flatMap((role) => rulesFor(document, role))
  const ungranted = permissions
    .filter((permission) => !allRules.some((rule) => rule.effect === 'allow' && isAbout(rule, permission)))
    .map((permission): Finding => ({
      kind: 'ungranted',
      path: 'resources',
      message: `no role gives ${permission}`,
    }))
  return [
    ...ungranted,
    ...roles.flatMap((role) => [
      ...parentFindings(document, role),
      ...ruleFindings(document, permissions, role),
      ...escalationFindings(document, permissions, role, options),
    ]),
  ]
}

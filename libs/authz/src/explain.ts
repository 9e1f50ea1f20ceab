import { type Comparison, type Condition, fold, isReference } from './condition.ts'
import type { Decision } from './decision.ts'
import { type RuleDocument, namesFor } from './document.ts'
import { type Row, holds } from './evaluate.ts'
import type { Policy } from './policy.ts'
import type { Subject } from './subject.ts'

/** One rule that was looked at. */
export interface RuleTrace {
  readonly effect: 'allow' | 'deny'
  /** `roles.AUTHOR.rules[0]`. */
  readonly path: string
  /** How the subject comes by it: `['EDITOR', 'AUTHOR']`, an EDITOR inherits it from AUTHOR. */
  readonly via: readonly string[]
  readonly outcome: 'applies' | 'does not apply' | 'needs a resource' | 'failed'
  /** The condition in words; `always` if it has none. */
  readonly condition: string
  /** Comparisons that do not hold, with the values that were compared. */
  readonly failing: readonly string[]
}

export interface Explanation {
  readonly decision: Decision
  readonly rules: readonly RuleTrace[]
  /** What would have to be different for an allow; empty if it is one. */
  readonly missing: readonly string[]
  /** All of it, a line per rule. */
  readonly text: string
}

const words = {
  eq: '=',
  lt: '<',
  lte: '≤',
  gt: '>',
  gte: '≥',
  contains: 'contains',
  in: 'in',
  isNull: 'is null',
}

const show = (value: unknown): string =>
  typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? 'missing')

const showOperand = ({ value }: Comparison): string =>
  isReference(value) ? `subject.${value.subject}` : value === undefined ? '' : show(value)

const describeComparison = (comparison: Comparison): string =>
  `${comparison.attribute} ${words[comparison.op]} ${showOperand(comparison)}`.trim()

/** A condition in words: `(status = "DRAFT" and ownerId = subject.id)`. */
export const describe = (condition: Condition): string =>
  fold<string>(
    condition,
    (op, parts) =>
      parts.length === 0
        ? op === 'and'
          ? 'always'
          : 'never'
        : parts.length === 1
          ? `${parts[0]}`
          : `(${parts.join(` ${op} `)})`,
    (part) => `not ${part}`,
    describeComparison,
  )

/** The comparisons that keep a condition from holding; under a `not`, those that do hold. */
function failingIn(condition: Condition, resource: Row, subject: Row, wanted = true): string[] {
  if (holds(condition, resource, subject) === wanted) return []
  if (condition.op === 'not') return failingIn(condition.condition, resource, subject, !wanted)
  if ('conditions' in condition)
    return condition.conditions.flatMap((inner) => failingIn(inner, resource, subject, wanted))
  const actual = (resource as Record<string, unknown>)[condition.attribute]
  const { value } = condition
  const compared = isReference(value)
    ? ` (subject.${value.subject} is ${show((subject as Record<string, unknown>)[value.subject])})`
    : ''
  return [
    `${wanted ? '' : 'not '}${describeComparison(condition)}: ${condition.attribute} is ${show(actual)}${compared}`,
  ]
}

function traceRule(
  rule: RuleDocument,
  path: string,
  via: readonly string[],
  subject: Row,
  resource?: Row | null,
): RuleTrace {
  const trace = (outcome: RuleTrace['outcome'], failing: readonly string[] = []): RuleTrace => ({
    effect: rule.effect,
    path,
    via,
    outcome,
    condition: rule.when ? describe(rule.when) : 'always',
    failing,
  })
  if (!rule.when) return trace('applies')
  if (!resource) return trace('needs a resource')
  try {
    return holds(rule.when, resource, subject)
      ? trace('applies')
      : trace('does not apply', failingIn(rule.when, resource, subject))
  } catch {
    return trace('failed')
  }
}

function missingFor(
  decision: Decision,
  permission: string,
  rules: readonly RuleTrace[],
  policy: Pick<Policy, 'document'>,
): string[] {
  switch (decision.reason) {
    case 'allowed':
    case 'granted':
      return []
    case 'denied':
      return rules
        .filter((rule) => rule.effect === 'deny' && rule.outcome !== 'does not apply')
        .map((rule) => `that ${rule.path} did not deny: ${rule.condition}`)
    case 'resource-required':
      return ['a resource to test the conditions on']
    case 'out-of-scope':
      return [`${permission} among the permissions the subject is restricted to`]
    case 'unknown-permission':
      return [`${permission} in the policy`]
    case 'no-rule': {
      const close = rules.filter((rule) => rule.effect === 'allow').flatMap((rule) => rule.failing)
      const roles = Object.entries(policy.document.roles).filter(([, { rules: own }]) =>
        own.some(
          (rule) =>
            rule.effect === 'allow' && namesFor(permission).some((name) => rule.permissions.includes(name)),
        ),
      )
      return close.length > 0
        ? close
        : [`a role that allows ${permission}: ${roles.map(([role]) => role).join(', ') || 'there is none'}`]
    }
  }
}

/** Why the policy decides as it does, for a person to read. Slower than `decide`: for logs, tools and tests. */
export function explain<S extends Subject, M extends object, P extends keyof M & string>(
  policy: Pick<Policy<S, M>, 'decide' | 'document'>,
  subject: S | null,
  permission: P,
  resource?: M[P] | null,
): Explanation {
  const decision = policy.decide(subject, permission, resource)
  const roles = new Map(Object.entries(policy.document.roles))
  const seen = new Set<string>()
  const visit = (role: string, from: readonly string[]): RuleTrace[] => {
    const document = roles.get(role)
    if (!document || seen.has(role)) return []
    seen.add(role)
    const via = [...from, role]
    const own = document.rules.flatMap((rule, i) =>
      namesFor(permission).some((name) => rule.permissions.includes(name))
        ? [
            traceRule(
              rule,
              `roles.${role}.rules[${i}]`,
              via,
              subject ?? {},
              resource as Row | null | undefined,
            ),
          ]
        : [],
    )
    return [...own, ...(document.inherits ?? []).flatMap((parent) => visit(parent, via))]
  }
  const rules = (subject?.roles ?? []).flatMap((role) => visit(role, []))
  const missing = missingFor(decision, permission, rules, policy)
  return { decision, rules, missing, text: textOf(decision, permission, rules, missing) }
}

function textOf(
  decision: Decision,
  permission: string,
  rules: readonly RuleTrace[],
  missing: readonly string[],
): string {
  const lines = rules.map(
    ({ effect, via, path, outcome, condition, failing }) =>
      `  ${effect} by ${path} (${via.join(' → ')}) ${outcome}: ${failing.length > 0 ? failing.join('; ') : condition}`,
  )
  return [
    `${decision.effect} ${permission}: ${decision.reason}`,
    ...lines,
    ...missing.map((what) => `  missing: ${what}`),
  ].join('\n')
}

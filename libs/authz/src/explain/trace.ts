import { type Comparison, type Condition, isReference } from '../condition.ts'
import type { RuleDocument } from '../document.ts'
import { type Row, holds } from '../evaluate.ts'
import { describe, describeComparison, show } from './describe.ts'

/** One rule that the explanation checked. */
export interface RuleTrace {
  readonly effect: 'allow' | 'deny'
  /** `roles.AUTHOR.rules[0]`. */
  readonly path: string
  /** The roles from the subject's role to the rule: `['EDITOR', 'AUTHOR']` if EDITOR inherits the rule from AUTHOR. */
  readonly via: readonly string[]
  readonly outcome: 'applies' | 'does not apply' | 'needs a resource' | 'failed'
  /** The condition in words; `always` if it has none. */
  readonly condition: string
  /** The comparisons that prevent the condition from being true, with the compared values. */
  readonly failing: readonly string[]
}

const read = (row: Row, name: string) => (row as Record<string, unknown>)[name]

function contrast(comparison: Comparison, resource: Row, subject: Row, wanted: boolean): string {
  const { attribute, value } = comparison
  const said = `${wanted ? '' : 'not '}${describeComparison(comparison)}`
  const compared = isReference(value)
    ? ` (subject.${value.subject} is ${show(read(subject, value.subject))})`
    : ''
  return `${said}: ${attribute} is ${show(read(resource, attribute))}${compared}`
}

/** The comparisons that make a condition false. Inside a `not`, these are the comparisons that are true. */
function failingIn(condition: Condition, resource: Row, subject: Row, wanted = true): string[] {
  if (holds(condition, resource, subject) === wanted) return []
  if (condition.op === 'not') return failingIn(condition.condition, resource, subject, !wanted)
  if ('conditions' in condition)
    return condition.conditions.flatMap((inner) => failingIn(inner, resource, subject, wanted))
  return [contrast(condition, resource, subject, wanted)]
}

/** The outcome of a rule. `resource` is null if the call passed no resource. */
export function traceRule(
  rule: RuleDocument,
  place: Pick<RuleTrace, 'path' | 'via'>,
  subject: Row,
  resource: Row | null,
): RuleTrace {
  const { effect, when } = rule
  const trace = (outcome: RuleTrace['outcome'], failing: readonly string[] = []): RuleTrace => {
    return { effect, ...place, outcome, condition: when ? describe(when) : 'always', failing }
  }
  if (!when) return trace('applies')
  if (!resource) return trace('needs a resource')
  try {
    const failing = failingIn(when, resource, subject)
    return holds(when, resource, subject) ? trace('applies') : trace('does not apply', failing)
  } catch {
    return trace('failed')
  }
}

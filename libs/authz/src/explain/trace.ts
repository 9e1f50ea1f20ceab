import {
  type Comparison,
  type Condition,
  type Followed,
  type Nested,
  isReference,
  isSibling,
  isJunction,
} from '../engine/conditions/condition.ts'
import type { RuleDocument } from '../engine/policy/document.ts'
import { type Row, type Truth, compile } from '../engine/conditions/evaluate.ts'
import { checkTestable } from '../engine/conditions/depth.ts'
import { copyReads, noReads } from '../engine/conditions/reads.ts'
import { describe, describeReference, show } from './describe.ts'

/** One rule that the explanation checked. */
export interface RuleTrace {
  readonly effect: 'allow' | 'deny'
  /** `roles.AUTHOR.rules[0]`. */
  readonly path: string
  /** The roles from the subject's role to the rule: `['EDITOR', 'AUTHOR']` if EDITOR inherits the rule from AUTHOR. */
  readonly via: readonly string[]
  /**
   * `untestable`: attributes are absent or have values of another kind. An allow rule then does not allow, and a deny rule
   * denies. `failing` names the attributes.
   */
  readonly outcome: 'applies' | 'does not apply' | 'needs a resource' | 'untestable'
  /** The condition in words; `always` if it has none. */
  readonly condition: string
  /** Why the rule exists, if it says so. */
  readonly reason?: string
  /** The comparisons that prevent the condition from being true, with the compared values. */
  readonly failing: readonly string[]
}

const read = (row: Row, name: string) => (row as Record<string, unknown>)[name]

/** The objects that a rule is tested with. */
interface Tested {
  readonly subject: Row
  /** Null if the call passed no resource. */
  readonly resource: Row | null
  /** Replaces `may` with the conditions of its permission. */
  readonly follow: (condition: Condition) => Condition
}

function testCondition(condition: Condition, { resource, subject, follow }: Tested): Truth {
  const [reads, references] = [noReads(), noReads()]
  const test = compile(checkTestable(follow(condition)), reads, references)
  return test(copyReads(resource ?? {}, reads), copyReads(subject, references))
}

function contrast(part: Comparison | Nested | Followed, { resource, subject }: Tested): string {
  if (part.op === 'subject') return ''
  const row = resource ?? {}
  const compared =
    'value' in part && isReference(part.value)
      ? ` (${describeReference(part.value.subject)} is ${show(read(subject, part.value.subject))})`
      : 'value' in part && isSibling(part.value)
        ? ` (${part.value.attribute} is ${show(read(row, part.value.attribute))})`
        : ''
  return `: ${part.attribute} is ${show(read(row, part.attribute))}${compared}`
}

/** The comparisons that make a condition false or untestable. Inside a `not`, false means true. */
function listFailing(condition: Condition, tested: Tested, wanted = true): string[] {
  const truth = testCondition(condition, tested)
  if (truth === wanted) return []
  if (condition.op === 'not') return listFailing(condition.condition, tested, !wanted)
  if (isJunction(condition))
    return condition.conditions.flatMap((inner) => listFailing(inner, tested, wanted))
  const words = describe(condition)
  const said = truth === undefined ? `${words} cannot be tested` : `${wanted ? '' : 'not '}${words}`
  return [`${said}${contrast(condition, tested)}`]
}

/** The outcome of a rule. */
export function traceRule(
  rule: RuleDocument,
  place: Pick<RuleTrace, 'path' | 'via'>,
  tested: Tested,
): RuleTrace {
  const { effect, when, reason } = rule
  const given = reason === undefined ? {} : { reason }
  const trace = (outcome: RuleTrace['outcome'], failing: readonly string[] = []): RuleTrace => {
    return { effect, ...place, outcome, condition: when ? describe(when) : 'always', ...given, failing }
  }
  const truth = !when || testCondition(when, tested)
  if (truth) return trace('applies')
  if (!tested.resource && truth === undefined) return trace('needs a resource')
  return trace(truth === undefined ? 'untestable' : 'does not apply', listFailing(when, tested))
}

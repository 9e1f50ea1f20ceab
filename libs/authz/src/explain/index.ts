import { copy } from '../conditions/copy.ts'
import type { Decision } from '../decisions/decision.ts'
import type { PolicyDocument } from '../policy/document.ts'
import { type Row, compile } from '../conditions/evaluate.ts'
import { type Reads, noReads } from '../conditions/reads.ts'
import { isAbout } from '../roles/hierarchy.ts'
import type { Abilities, PolicyData } from '../policy/policy.ts'
import { walkRoles } from '../roles/role-walk.ts'
import { isOfContext, copyNames } from '../decisions/subject-copy.ts'
import type { Subject } from '../decisions/subject.ts'
import { read } from '../conditions/value.ts'
import { findMissing } from './missing.ts'
import { snapshot, snapshotSubject } from './snapshot.ts'
import { type RuleTrace, traceRule } from './trace.ts'

export { describe } from './describe.ts'
export type { RuleTrace } from './trace.ts'

export interface Explanation {
  readonly decision: Decision
  readonly rules: readonly RuleTrace[]
  /** The changes that would lead to allow. Empty if the decision is allow. */
  readonly missing: readonly string[]
  /** The whole explanation as text, with one line per rule. */
  readonly text: string
}

const listNames = ({ names }: Reads) => [...names.keys()]

/**
 * Explains a decision of the policy to a person. It is slower than `decide`. It calls `decide`, so the audit hook
 * receives the decision, with copies of the subject and the resource. `context` has the facts of the request. Use it in logs, tools and tests.
 */
export function explain<S extends Subject, M extends object, P extends keyof M & string>(
  policy: Abilities<S, M> & Pick<PolicyData, 'document'>,
  subject: S | null,
  permission: P,
  resource?: M[P] | null,
  context?: object,
): Explanation {
  const { document } = policy
  const name = typeof permission === 'string' ? permission : typeof permission
  const [attributes, references] = [noReads(), noReads()]
  for (const { when } of Object.values(document.roles).flatMap((role) => role.rules))
    if (when) compile(when, attributes, references)
  const asker = subject && (snapshotSubject(subject, listNames(references)) as S)
  const row = resource ? snapshot(resource, listNames(attributes)) : null
  const decision = policy.for(asker, context).decide(permission, row as M[P] | null)
  const facts = Object.fromEntries(
    listNames(references)
      .filter(isOfContext)
      .map((of) => [of, context && read(context, of.slice(1))]),
  )
  const traces = traceRules(document, asker, { ...asker, ...facts }, name, row)
  const missing = findMissing(decision, name, traces, document)
  return copy({ decision, rules: traces, missing, text: writeText(decision, name, traces, missing) })
}

/**
 * The rules for a permission from the subject's roles, each rule once. A role's own rules come before inherited
 * rules.
 */
function traceRules(
  document: PolicyDocument,
  subject: Subject | null,
  facts: Row,
  permission: string,
  resource: Row | null,
): RuleTrace[] {
  const traces: RuleTrace[] = []
  walkRoles(document.roles, [...copyNames(subject?.roles), '*'], {
    enter: (name, path) =>
      document.roles[name]?.rules.forEach((rule, i) => {
        if (!isAbout(rule, permission)) return
        const place = { path: `roles.${name}.rules[${i}]`, via: [...path] }
        traces.push(traceRule(rule, place, facts, resource))
      }),
  })
  return traces
}

function writeText(
  { effect, reason }: Decision,
  permission: string,
  rules: readonly RuleTrace[],
  missing: readonly string[],
): string {
  const ruleLine = ({ failing, ...rule }: RuleTrace) =>
    `  ${rule.effect} by ${rule.path} (${rule.via.join(' → ')}) ${rule.outcome}: ${failing.join('; ') || rule.condition}`
  const missingLines = missing.map((what) => `  missing: ${what}`)
  return [`${effect} ${permission}: ${reason}`, ...rules.map(ruleLine), ...missingLines].join('\n')
}

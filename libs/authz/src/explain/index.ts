import { copy } from '../engine/conditions/copy.ts'
import { checkTestable } from '../engine/conditions/depth.ts'
import type { Decision } from '../engine/decisions/decision.ts'
import type { PolicyDocument, RuleDocument } from '../engine/policy/document.ts'
import { NOW } from '../engine/conditions/condition.ts'
import { type Row, compile } from '../engine/conditions/evaluate.ts'
import { type Reads, noReads } from '../engine/conditions/reads.ts'
import { followRules } from '../engine/roles/follow.ts'
import { isAbout } from '../engine/roles/hierarchy.ts'
import type { Abilities, PolicyData } from '../engine/policy/policy.ts'
import { walkRoles } from '../engine/roles/role-walk.ts'
import { GRANTED, copyNames, isOfContext } from '../engine/decisions/subject-copy.ts'
import type { Subject } from '../engine/decisions/subject.ts'
import { read } from '../engine/conditions/value.ts'
import { show } from './describe.ts'
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
  const all = Object.values(document.roles).flatMap((role) => role.rules)
  const follow = followRules(all)
  for (const { when } of all) if (when) compile(checkTestable(follow(when)), attributes, references)
  const asker = subject && (snapshotSubject(subject, listNames(references)) as S)
  const row = resource ? snapshot(resource, listNames(attributes)) : null
  // The decision and the traces have the same time.
  const given = references.names.has(NOW) ? { now: new Date(), ...context } : context
  const decision = policy.for(asker, given).decide(permission, row as M[P] | null)
  const facts = Object.fromEntries(
    listNames(references)
      .filter(isOfContext)
      .map((of) => [of, given && read(given, of.slice(1))]),
  )
  const granted = { [GRANTED]: copyNames(asker?.permissions) }
  const traces = traceRules(document, asker, { ...asker, ...granted, ...facts }, name, row)
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
  const held: (readonly [RuleDocument, Pick<RuleTrace, 'path' | 'via'>])[] = []
  walkRoles(document.roles, [...copyNames(subject?.roles), '*'], {
    enter: (name, path) =>
      document.roles[name]?.rules.forEach((rule, i) =>
        held.push([rule, { path: `roles.${name}.rules[${i}]`, via: [...path] }]),
      ),
  })
  const follow = followRules(held.map(([rule]) => rule))
  return held
    .filter(([rule]) => isAbout(rule, permission))
    .map(([rule, place]) => traceRule(rule, place, { subject: facts, resource, follow }))
}

function writeText(
  { effect, reason }: Decision,
  permission: string,
  rules: readonly RuleTrace[],
  missing: readonly string[],
): string {
  const ruleLine = ({ failing, reason, ...rule }: RuleTrace) =>
    `  ${rule.effect} by ${rule.path} (${rule.via.join(' → ')}) ${rule.outcome}: ${failing.join('; ') || rule.condition}${reason === undefined ? '' : `; reason: ${show(reason)}`}`
  const missingLines = missing.map((what) => `  missing: ${what}`)
  return [`${effect} ${permission}: ${reason}`, ...rules.map(ruleLine), ...missingLines].join('\n')
}

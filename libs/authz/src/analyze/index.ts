import type { PolicyData } from '../engine/policy/policy.ts'
import type { Finding } from './finding.ts'
import { indexPolicy } from './policy-index.ts'
import { escalations, redundantParents, ungranted } from './roles.ts'
import { idleRules } from './rules.ts'

export { findChanges } from './changes.ts'
export type { Change, ChangeKind } from './changes.ts'
export { findExcess } from './excess.ts'
export type { Finding, FindingKind } from './finding.ts'

export interface AnalyzeOptions {
  /**
   * The permissions with which a subject can change the permissions of subjects, each with the fields that contain them:
   * `{ 'users:write': ['role', 'permissions'] }`. The analysis ignores a rule that omits all of these fields.
   */
  readonly grants?: Readonly<Record<string, readonly string[]>>
}

/** Finds valid parts of a policy that are probably mistakes, in the order of the policy. */
export function analyze({ document }: PolicyData, options: AnalyzeOptions = {}): readonly Finding[] {
  const index = indexPolicy(document)
  const findEscalations = escalations(index, options.grants ?? {})
  return [
    ...ungranted(index),
    ...Object.keys(document.roles).flatMap((role) => [
      ...redundantParents(index, role),
      ...idleRules(index, role),
      ...findEscalations(role),
    ]),
  ]
}

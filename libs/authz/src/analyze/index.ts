import { permissionsIn } from '../document.ts'
import type { PolicyData } from '../policy.ts'
import type { Finding } from './finding.ts'
import { escalations, redundantParents, ungranted } from './roles.ts'
import { idleRules } from './rules.ts'

export { findExcess } from './excess.ts'
export type { Finding, FindingKind } from './finding.ts'

export interface AnalyzeOptions {
  /**
   * The permissions whose holders can change what subjects may do, each with the fields that do it:
   * `{ 'users:write': ['role', 'permissions'] }`. A rule that omits all of these fields is harmless.
   */
  readonly grants?: Readonly<Record<string, readonly string[]>>
}

/** What is legal in a policy and yet probably not meant. Roles and rules in the order of the policy. */
export function analyze({ document }: PolicyData, options: AnalyzeOptions = {}): readonly Finding[] {
  const permissions = permissionsIn(document)
  return [
    ...ungranted(document, permissions),
    ...Object.keys(document.roles).flatMap((role) => [
      ...redundantParents(document, role),
      ...idleRules(document, permissions, role),
      ...escalations(document, permissions, role, options.grants ?? {}),
    ]),
  ]
}

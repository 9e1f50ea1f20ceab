import type { Decision } from '../engine/decisions/decision.ts'
import type { PolicyDocument } from '../engine/policy/document.ts'
import { isAbout } from '../engine/roles/hierarchy.ts'
import { describe } from './describe.ts'
import type { RuleTrace } from './trace.ts'

/** The changes that would lead to allow. */
export function findMissing(
  { reason, determining }: Decision,
  permission: string,
  rules: readonly RuleTrace[],
  document: PolicyDocument,
): string[] {
  switch (reason) {
    case 'allowed':
    case 'granted':
      return []
    case 'denied':
      return determining.map(
        ({ path, when }) => `a resource that the deny rule ${path} does not match: ${describe(when)}`,
      )
    case 'resource-required':
      return ['a resource, because the rules have conditions']
    case 'out-of-scope':
      return [`${permission} in restrictedTo of the subject`]
    case 'unknown-permission':
      return [`${permission} in the resources of the policy`]
    case 'no-rule':
      return nearest(permission, rules, document)
  }
}

/** The comparisons that make the subject's allow rules fail. Without allow rules, the roles that have one. */
function nearest(permission: string, rules: readonly RuleTrace[], document: PolicyDocument): string[] {
  const failing = rules.filter(({ effect }) => effect === 'allow').flatMap((rule) => rule.failing)
  if (failing.length > 0) return failing
  const roles = Object.entries(document.roles)
    .filter(([, role]) => role.rules.some((rule) => rule.effect === 'allow' && isAbout(rule, permission)))
    .map(([name]) => name)
  return [`a role that allows ${permission}: ${roles.join(', ') || 'no role does'}`]
}

import type { Decision } from '../decision.ts'
import type { PolicyDocument } from '../document.ts'
import { isAbout } from '../hierarchy.ts'
import { describe } from './describe.ts'
import type { RuleTrace } from './trace.ts'

/** What would have to be different for an allow. */
export function missingFor(
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
      return determining.map(({ path, when }) => `that ${path} did not deny: ${describe(when)}`)
    case 'resource-required':
      return ['a resource to test the conditions on']
    case 'out-of-scope':
      return [`${permission} among the permissions the subject is restricted to`]
    case 'unknown-permission':
      return [`${permission} in the policy`]
    case 'no-rule':
      return nearest(permission, rules, document)
  }
}

/** What keeps the rules that might allow it from applying; if there is none, the roles that have such rules. */
function nearest(permission: string, rules: readonly RuleTrace[], document: PolicyDocument): string[] {
  const failing = rules.filter(({ effect }) => effect === 'allow').flatMap((rule) => rule.failing)
  if (failing.length > 0) return failing
  const roles = Object.entries(document.roles)
    .filter(([, role]) => role.rules.some((rule) => rule.effect === 'allow' && isAbout(rule, permission)))
    .map(([name]) => name)
  return [`a role that allows ${permission}: ${roles.join(', ') || 'there is none'}`]
}

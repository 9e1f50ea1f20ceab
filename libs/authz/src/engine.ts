import { check } from './check.ts'
import { type Decision, decisionFor } from './decision.ts'
import { type PolicyDocument, permissionsIn } from './document.ts'
import { AccessDenied, InvalidPolicy, type Problem } from './errors.ts'
import type { Row } from './evaluate.ts'
import { filterFor } from './filter.ts'
import type { AuditEvent, AuditHook } from './audit.ts'
import type { Ability, Policy } from './policy.ts'
import { type RoleSet, roleSets } from './role-sets.ts'
import { rulesByRole } from './rules.ts'
import type { Subject } from './subject.ts'

const nobody: Subject = { id: null, roles: [] }

/**
 * Checks a document and creates a policy from it.
 * @throws {InvalidPolicy} with all mistakes in the document.
 */
export function compilePolicy<S extends Subject, M extends object>(
  document: PolicyDocument,
  audit?: AuditHook,
): Policy<S, M> {
  const report = (event: AuditEvent) => {
    try {
      audit?.(event)
    } catch {
      // If the hook throws, the policy still decides.
    }
  }

  const permissions = permissionsIn(document)
  const problems: Problem[] = []
  const rules = rulesByRole(document, problems, report)
  check(permissions, new Set([...rules.values()].flat()), problems)
  if (problems.length) throw new InvalidPolicy(problems)

  const noRoles = roleSets(rules, permissions)

  const ability = (given: Subject | null): Ability => {
    const subject = given ?? nobody
    let set = noRoles
    for (const role of Array.isArray(subject.roles) ? subject.roles : []) {
      const larger = set.with(role)
      if (larger) set = larger
      else report({ kind: 'unknown-role', subject, role })
    }
    // Most subjects have only roles. For these subjects, an entry contains the answer.
    const isPlain = !subject.permissions?.length && subject.restrictedTo === undefined
    const ready: RoleSet['entries'] = isPlain ? set.entries : new Map()

    const entryFor = (permission: string) => {
      const entry = set.entry(permission)
      if (!entry) report({ kind: 'unknown-permission', subject, permission })
      return entry
    }
    const judge = (permission: string, resource?: Row | null) =>
      decisionFor(entryFor(permission), subject, permission, resource)
    const decide = (permission: string, resource?: Row | null): Decision => {
      const decision = judge(permission, resource)
      report({ kind: 'decision', subject, permission, resource, decision })
      return decision
    }
    const filter = (permission: string) => filterFor(entryFor(permission), subject, permission)
    return {
      can: (permission, resource) => {
        const answer = ready.get(permission)?.answer
        if (answer === true || answer === false) return answer
        return answer && resource ? answer(resource, subject) : judge(permission, resource).effect === 'allow'
      },
      decide,
      authorize: (permission, resource) => {
        const decision = decide(permission, resource)
        if (decision.effect === 'allow') return decision
        throw new AccessDenied((subject.id ?? null) === null ? 'UNAUTHENTICATED' : 'FORBIDDEN', permission)
      },
      filter,
      permits: (permission) => filter(permission).kind !== 'never',
    }
  }

  const policy: Policy = {
    can: (subject, permission, resource) => ability(subject).can(permission, resource),
    decide: (subject, permission, resource) => ability(subject).decide(permission, resource),
    authorize: (subject, permission, resource) => ability(subject).authorize(permission, resource),
    filter: (subject, permission) => ability(subject).filter(permission),
    permits: (subject, permission) => ability(subject).permits(permission),
    for: ability,
    permissions,
    roles: [...rules.keys()],
    document,
  }
  // Only the compiler uses the types of subjects and rows.
  return policy as unknown as Policy<S, M>
}

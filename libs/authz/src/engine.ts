import { problemsOf } from './check.ts'
import { type Decision, type Reason, decisionFor, isAllowed, isOutOfScope, weigh } from './decision.ts'
import type { PolicyDocument } from './document.ts'
import { AccessDenied, InvalidPolicy, type Problem } from './errors.ts'
import type { Row } from './evaluate.ts'
import { type Filter, filterFor } from './filter.ts'
import { lineagesOf } from './hierarchy.ts'
import type { AuditEvent, AuditHook, Policy } from './policy.ts'
import { type RoleSet, roleSets } from './role-sets.ts'
import { entriesByRole } from './rules.ts'
import type { Subject } from './subject.ts'

const nobody: Subject = { id: null, roles: [] }

const checkedLineages = (document: PolicyDocument, found: readonly Problem[]) => {
  const problems = [...found, ...problemsOf(document)]
  const lineages = lineagesOf(document, (path) =>
    problems.push({ path: `roles.${path[0]}.inherits`, message: `is a cycle: ${path.join(' → ')}` }),
  )
  if (problems.length > 0) throw new InvalidPolicy(problems)
  return lineages
}

/**
 * Checks a document and makes a policy of it; `found` are problems known before.
 * @throws {InvalidPolicy} with all that is wrong with it.
 */
export function compilePolicy<S extends Subject, M extends object>(
  document: PolicyDocument,
  audit?: AuditHook,
  found: readonly Problem[] = [],
): Policy<S, M> {
  const none = roleSets(entriesByRole(document, checkedLineages(document, found)))
  const permissions = Object.entries(document.resources).flatMap(([resource, actions]) =>
    actions.map((action) => `${resource}:${action}`),
  )
  const known = new Set(permissions)

  const report = (event: AuditEvent) => {
    try {
      audit?.(event)
    } catch {
      // A hook that fails must not turn a decision into an error.
    }
  }

  const rolesOf = (subject: Subject): RoleSet => {
    let set = none
    for (const role of Array.isArray(subject.roles) ? subject.roles : []) {
      const larger = set.with(role)
      if (larger) set = larger
      else report({ kind: 'unknown-role', subject, role })
    }
    return set
  }

  const isKnown = (subject: Subject, permission: string) => {
    if (known.has(permission)) return true
    report({ kind: 'unknown-permission', subject, permission })
    return false
  }

  const reason = (set: RoleSet, subject: Subject, permission: string, resource?: Row | null): Reason => {
    if (!isKnown(subject, permission)) return 'unknown-permission'
    try {
      return weigh(set.entry(permission), subject, permission, resource)
    } catch (error) {
      report({ kind: 'rule-failed', subject, permission, error })
      return 'rule-failed'
    }
  }

  const can = (set: RoleSet, subject: Subject, permission: string, resource?: Row | null): boolean =>
    (set.entry(permission).open && !isOutOfScope(subject, permission)) ||
    isAllowed(reason(set, subject, permission, resource))

  const decide = (set: RoleSet, subject: Subject, permission: string, resource?: Row | null): Decision => {
    const why = reason(set, subject, permission, resource)
    const decision = decisionFor(why, set.entry(permission), subject, resource)
    report({ kind: 'decision', subject, permission, resource, decision })
    return decision
  }

  const authorize = (set: RoleSet, subject: Subject, permission: string, resource?: Row | null): Decision => {
    const decision = decide(set, subject, permission, resource)
    if (decision.effect === 'allow') return decision
    throw new AccessDenied((subject.id ?? null) === null ? 'UNAUTHENTICATED' : 'FORBIDDEN', permission)
  }

  const filter = (set: RoleSet, subject: Subject, permission: string): Filter =>
    isKnown(subject, permission) ? filterFor(set.entry(permission), subject, permission) : { kind: 'never' }

  const ask =
    <A extends unknown[], T>(question: (set: RoleSet, subject: Subject, ...rest: A) => T) =>
    (given: Subject | null, ...rest: A) => {
      const subject = given ?? nobody
      return question(rolesOf(subject), subject, ...rest)
    }

  const policy: Policy = {
    can: ask(can),
    decide: ask(decide),
    authorize: ask(authorize),
    filter: ask(filter),
    permits: (subject, permission) => policy.filter(subject, permission).kind !== 'never',
    for: (given) => {
      const subject = given ?? nobody
      const set = rolesOf(subject)
      return {
        can: (permission, resource) => can(set, subject, permission, resource),
        decide: (permission, resource) => decide(set, subject, permission, resource),
        authorize: (permission, resource) => authorize(set, subject, permission, resource),
        filter: (permission) => filter(set, subject, permission),
        permits: (permission) => filter(set, subject, permission).kind !== 'never',
      }
    },
    permissions,
    roles: Object.keys(document.roles),
    document,
  }
  // The types of subjects and rows exist for the compiler only.
  return policy as unknown as Policy<S, M>
}

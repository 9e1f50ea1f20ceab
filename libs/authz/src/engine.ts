import type { AuditEvent, AuditHook } from './audit.ts'
import { freeze } from './condition.ts'
import { copy } from './copy.ts'
import { decisionFor } from './decide.ts'
import { type PolicyDocument, permissionsIn } from './document.ts'
import { AccessDenied } from './errors.ts'
import type { Row } from './evaluate.ts'
import { filterFor } from './filter.ts'
import type { Ability, Policy } from './policy.ts'
import { roleSets } from './role-sets.ts'
import { checkRules } from './rules.ts'
import { type State, readSubject } from './state.ts'
import type { Subject } from './subject.ts'

/**
 * Checks a document and creates a policy from it.
 * @throws {InvalidPolicy} with all mistakes in the document.
 */
export function compilePolicy<S extends Subject, M extends object>(
  given: PolicyDocument,
  audit?: AuditHook,
): Policy<S, M> {
  const report = (event: AuditEvent) => {
    try {
      audit?.(event)
    } catch {
      // If the hook throws, the policy still decides.
    }
  }

  const document = copy(given)
  const permissions = freeze(permissionsIn(document))
  const { rules, references } = checkRules(document, permissions)
  const noRoles = roleSets(rules, permissions, { document, references, report })
  const read = (subject: Subject | null) => readSubject(subject, noRoles, references, report)

  const entryFor = (state: State, permission: string) => {
    const entry = state.set.entry(permission)
    if (!entry) report({ kind: 'unknown-permission', subject: state.subject, permission })
    return entry
  }
  const judge = (state: State, permission: string, resource?: Row | null) =>
    decisionFor(entryFor(state, permission), state, permission, resource)
  const can = (state: State, permission: string, resource?: Row | null): boolean => {
    // Most subjects have only roles. For these subjects, an entry contains the answer.
    const answer = state.isPlain ? state.set.entries.get(permission)?.answer : undefined
    if (answer === true || answer === false) return answer
    return answer ? answer(resource, state) : judge(state, permission, resource).effect === 'allow'
  }

  const abilityOf = (state: State): Ability => {
    const decide = (permission: string, resource?: Row | null) => {
      const decision = judge(state, permission, resource)
      report({ kind: 'decision', subject: state.subject, permission, resource, decision })
      return decision
    }
    const filter = (permission: string) =>
      filterFor(entryFor(state, permission), state, permission, references)
    return {
      can: (permission, resource) => can(state, permission, resource),
      decide,
      authorize: (permission, resource) => {
        const decision = decide(permission, resource)
        if (decision.effect === 'allow') return decision
        throw new AccessDenied(
          (state.id ?? null) === null ? 'UNAUTHENTICATED' : 'FORBIDDEN',
          typeof permission === 'string' ? permission : typeof permission,
        )
      },
      filter,
      permits: (permission) => filter(permission).kind !== 'never',
    }
  }

  const policy: Policy = {
    can: (subject, permission, resource) => can(read(subject), permission, resource),
    decide: (subject, permission, resource) => policy.for(subject).decide(permission, resource),
    authorize: (subject, permission, resource) => policy.for(subject).authorize(permission, resource),
    filter: (subject, permission) => policy.for(subject).filter(permission),
    permits: (subject, permission) => policy.for(subject).permits(permission),
    for: (subject) => abilityOf(read(subject)),
    permissions,
    roles: freeze([...rules.keys()]),
    get document() {
      return copy(document)
    },
  }
  // Only the compiler uses the types of subjects and rows.
  return freeze(policy) as unknown as Policy<S, M>
}

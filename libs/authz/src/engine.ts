import type { AuditEvent, AuditHook } from './audit.ts'
import { freeze } from './condition.ts'
import { copy } from './copy.ts'
import { allowsField, decisionFor } from './decide.ts'
import { type PolicyDocument, permissionsIn } from './document.ts'
import { AccessDenied } from './errors.ts'
import type { Row } from './evaluate.ts'
import { filterFor } from './filter.ts'
import type { Ability, Policy } from './policy.ts'
import { expandRoles } from './role-on.ts'
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

  const document = copy(expandRoles(copy(given)))
  const permissions = freeze(permissionsIn(document))
  const { rules, references } = checkRules(document, permissions)
  const noRoles = roleSets(rules, permissions, { document, references, report })
  const read = (subject: Subject | null, context?: object, permission?: string) =>
    readSubject(subject, noRoles, references, report, context, permission)

  const entryFor = (state: State, permission: string) => {
    const entry = state.set.entry(permission)
    if (!entry) report({ kind: 'unknown-permission', subject: state.subject, permission })
    return entry
  }
  const judge = (state: State, permission: string, resource?: Row | null, after?: unknown) =>
    decisionFor(entryFor(state, permission), state, permission, resource, after)
  const can = (state: State, permission: string, resource?: Row | null, change?: unknown): boolean => {
    if (typeof change === 'string') {
      const entry = state.isPlain ? state.set.entries.get(permission) : undefined
      return entry
        ? entry.test(resource, state, change)
        : allowsField(judge(state, permission, resource), change)
    }
    if (change !== undefined) return judge(state, permission, resource, change).effect === 'allow'
    // Most subjects have only roles. For these subjects, an entry contains the answer.
    const answer = state.isPlain ? state.set.entries.get(permission)?.answer : undefined
    if (answer === true || answer === false) return answer
    return answer ? answer(resource, state) : judge(state, permission, resource).effect === 'allow'
  }

  const abilityOf = (state: State): Ability => {
    const decide = (permission: string, resource?: Row | null, after?: unknown) => {
      const decision = judge(state, permission, resource, after)
      report({ kind: 'decision', subject: state.subject, permission, resource, decision })
      return decision
    }
    const filter = (permission: string) =>
      filterFor(entryFor(state, permission), state, permission, references)
    return {
      can: (permission, resource, change) => can(state, permission, resource, change),
      decide,
      authorize: (permission, resource, after) => {
        const decision = decide(permission, resource, after)
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
    can: (subject, permission, resource, change) =>
      can(read(subject, undefined, permission), permission, resource, change),
    decide: (subject, permission, resource, after) => policy.for(subject).decide(permission, resource, after),
    authorize: (subject, permission, resource, after) =>
      policy.for(subject).authorize(permission, resource, after),
    filter: (subject, permission) => policy.for(subject).filter(permission),
    permits: (subject, permission) => policy.for(subject).permits(permission),
    for: (subject, context) => abilityOf(read(subject, context)),
    permissions,
    roles: freeze([...rules.keys()].filter((role) => role !== '*')),
    get document() {
      return copy(document)
    },
  }
  // Only the compiler uses the types of subjects and rows.
  return freeze(policy) as unknown as Policy<S, M>
}

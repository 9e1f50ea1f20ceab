import { NOW, freeze } from '../conditions/condition.ts'
import { copy, hasDates } from '../conditions/copy.ts'
import { type PolicyDocument, listPermissions } from '../policy/document.ts'
import { AccessDenied } from '../errors.ts'
import type { Row } from '../conditions/evaluate.ts'
import { read } from '../conditions/value.ts'
import { listRelations } from '../conditions/relation-paths.ts'
import type { Ability, Policy } from '../policy/policy.ts'
import { expandRoles } from '../roles/role-on.ts'
import { describeUnknown } from './suggest.ts'
import { type RoleSet, roleSets } from '../roles/role-sets.ts'
import { entryMaker } from './entry.ts'
import { keepDocument } from '../policy/own-document.ts'
import { checkRules } from '../policy/rules.ts'
import type { AuditEvent, AuditHook } from './audit.ts'
import { allowsField, makeDecision } from './decide.ts'
import { createFilter } from './filter.ts'
import { type State, copyAsker, copyNow, createRoleFinder, hasOnlyRoles } from './state.ts'
import { SubjectCopy } from './subject-copy.ts'
import type { Subject } from './subject.ts'

/** V8 puts literals into the old space if many of them live long, which makes all others slow. It does not do so with instances. */
class BoundAbility implements Ability {
  declare readonly can: Ability['can']
  declare readonly decide: Ability['decide']
  declare readonly authorize: Ability['authorize']
  declare readonly filter: Ability['filter']
  declare readonly permits: Ability['permits']

  constructor(
    can: Ability['can'],
    decide: Ability['decide'],
    authorize: Ability['authorize'],
    filter: Ability['filter'],
    permits: Ability['permits'],
  ) {
    this.can = can
    this.decide = decide
    this.authorize = authorize
    this.filter = filter
    this.permits = permits
  }
}

/** An ability whose conditions read the clock at each call. */
function createTimed(createNow: () => Ability): Ability {
  // Each method passes its parameters on, so that it has the type of the method of the same name.
  const call = (name: keyof Ability): never =>
    ((...given: never[]) => (createNow()[name] as (...given: never[]) => unknown)(...given)) as never
  return new BoundAbility(call('can'), call('decide'), call('authorize'), call('filter'), call('permits'))
}

const NOTHING_READY: Pick<RoleSet, 'entries' | 'answers' | 'answer'> = {
  entries: new Map(),
  answers: new Map(),
  answer: () => undefined,
}

/**
 * Checks a document and creates a policy from it.
 * @throws {InvalidPolicy} with all mistakes in the document.
 */
export function compilePolicy<S extends Subject, M extends object>(
  given: PolicyDocument,
  audit?: AuditHook,
): Policy<S, M> {
  const copied = copy(given)
  const expanded = expandRoles(copied)
  return compileDocument(expanded === copied ? copied : copy(expanded), audit)
}

/** `compilePolicy` for a document that nobody else can change. */
export function compileDocument<S extends Subject, M extends object>(
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

  // Somebody could change a date, although all objects are frozen.
  const readDocument = hasDates(document) ? () => copy(document) : () => document
  const permissions = freeze(listPermissions(document))
  const { rules, references, conditionsOf, followRules } = checkRules(document, permissions)
  const readsTime = references.names.has(NOW)
  const findRoles = createRoleFinder(
    roleSets(rules, permissions, entryMaker({ document, report, followRules })),
    report,
  )
  const fill = (state: State, reads = references, context?: object): State => {
    state.values = copyAsker(state, reads, context)
    return state
  }
  const findEntry = (state: State, permission: string) => {
    const entry = state.roles.entry(permission)
    if (!entry) report({ kind: 'unknown-permission', subject: state.subject, permission })
    return entry
  }
  const judge = (state: State, permission: string, resource?: Row | null, after?: unknown) =>
    makeDecision(findEntry(state, permission), state, permission, resource, after)
  const createCan = (state: State): Ability['can'] => {
    // A subject with more than roles needs a decision.
    const roles = hasOnlyRoles(state) ? state.roles : NOTHING_READY
    const { answers } = roles
    return (permission, resource, change) => {
      const answer = change === undefined ? (answers.get(permission) ?? roles.answer(permission)) : undefined
      if (answer === true || answer === false) return answer
      if (answer) return answer(resource, state)
      if (typeof change !== 'string') return judge(state, permission, resource, change).effect === 'allow'
      const entry = roles.entries.get(permission)
      return entry
        ? entry.test(resource, state, change)
        : allowsField(judge(state, permission, resource), change)
    }
  }

  /** The answer to one question: it reads no other attributes of the subject. */
  const canOnce = (
    given: Subject | null,
    permission: string,
    resource?: Row | null,
    change?: unknown,
  ): boolean => {
    const copied = new SubjectCopy(given, findRoles)
    const entry = copied.roles.entries.get(permission)
    if (entry?.isDirect && change === undefined && hasOnlyRoles(copied)) {
      const { subject } = copied
      return typeof entry.answer === 'boolean'
        ? entry.answer
        : entry.answer(resource, { subject, values: subject })
    }
    return createCan(fill(copied, entry?.references))(permission, resource as never, change as never)
  }
  const createAbility = (state: State): Ability => {
    const decide = (permission: string, resource?: Row | null, after?: unknown) => {
      const decision = judge(state, permission, resource, after)
      report({ kind: 'decision', subject: state.subject, permission, resource, decision })
      return decision
    }
    const filter = (permission: string) => createFilter(findEntry(state, permission), state, permission)
    return new BoundAbility(
      createCan(state),
      decide,
      (permission, resource, after) => {
        const decision = decide(permission, resource, after)
        if (decision.effect === 'allow') return decision
        throw new AccessDenied(
          (state.id ?? null) === null ? 'UNAUTHENTICATED' : 'FORBIDDEN',
          typeof permission === 'string' ? permission : typeof permission,
        )
      },
      filter,
      (permission) => filter(permission).kind !== 'never',
    )
  }

  const knownRelations = new Map<string, readonly string[]>()
  const policy: Policy = {
    can: canOnce,
    decide: (subject, permission, resource, after) => policy.for(subject).decide(permission, resource, after),
    authorize: (subject, permission, resource, after) =>
      policy.for(subject).authorize(permission, resource, after),
    filter: (subject, permission) => policy.for(subject).filter(permission),
    permits: (subject, permission) => policy.for(subject).permits(permission),
    for: (given, context) => {
      const state = fill(new SubjectCopy(given, findRoles), references, context)
      const isTimed = readsTime && read(Object(context), 'now') === undefined
      return isTimed ? createTimed(() => createAbility(copyNow(state))) : createAbility(state)
    },
    relations: (permission) => {
      const known = knownRelations.get(permission)
      if (known) return known
      if (!permissions.includes(permission))
        throw new TypeError(`relations() names ${describeUnknown('permission', permission, permissions)}`)
      const found = freeze(listRelations(conditionsOf(permission)))
      knownRelations.set(permission, found)
      return found
    },
    permissions,
    roles: freeze([...rules.keys()].filter((role) => role !== '*')),
    get document() {
      return readDocument()
    },
  }
  keepDocument(policy, () => document)
  // Only the compiler uses the types of subjects and rows.
  return freeze(policy) as unknown as Policy<S, M>
}

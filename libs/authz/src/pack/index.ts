import { constantOf } from '../condition.ts'
import { isOutOfScope, lists } from '../decision.ts'
import { type PolicyDocument, type RuleDocument, namesFor } from '../document.ts'
import { compilePolicy } from '../engine.ts'
import { decodeCondition, encodeCondition } from '../json/scalars.ts'
import type { Ability, Permissions, Policy, PolicyData } from '../policy.ts'
import { resolve } from '../simplify.ts'
import type { Subject } from '../subject.ts'

/**
 * The permissions of one subject as JSON. It contains only the rules of this subject, no names of roles, and the
 * subject's values instead of references. A browser can decide with it as the server does. The server must still check.
 */
export interface Packed {
  readonly version: 1
  /** Whether a user is signed in. A denied request is `FORBIDDEN` if true, and `UNAUTHENTICATED` if false. */
  readonly signedIn: boolean
  readonly resources: PolicyDocument['resources']
  readonly rules: readonly RuleDocument[]
}

/** The rules of a subject's roles and of inherited roles, each rule once. */
function rulesOf({ roles }: PolicyDocument, subject: Subject): Set<RuleDocument> {
  const documents = new Map(Object.entries(roles))
  const seen = new Set<string>()
  const visit = (role: string): readonly RuleDocument[] => {
    const document = documents.get(role)
    if (!document || seen.has(role)) return []
    seen.add(role)
    return [...document.rules, ...(document.inherits ?? []).flatMap(visit)]
  }
  return new Set(Array.isArray(subject.roles) ? subject.roles.flatMap(visit) : [])
}

/** Packs the permissions of `subject` as JSON. See `Packed`. */
export function pack({ document, permissions: all }: PolicyData, subject: Subject | null): Packed {
  const whoever: Subject = subject ?? { id: null, roles: [] }
  const inScope = all.filter((permission) => !isOutOfScope(whoever, permission))
  const packRule = (rule: RuleDocument): readonly RuleDocument[] => {
    const permissions = inScope.filter((permission) =>
      namesFor(permission).some((name) => rule.permissions.includes(name)),
    )
    const when = rule.when && resolve(rule.when, whoever)
    const isEmpty = permissions.length === 0 || (when && constantOf(when) === false)
    return isEmpty ? [] : [{ ...rule, permissions, ...(when && { when: encodeCondition(when) }) }]
  }
  const granted = inScope.filter((permission) => lists(whoever.permissions, permission))
  const direct: RuleDocument[] = granted.length > 0 ? [{ effect: 'allow', permissions: granted }] : []
  return {
    version: 1,
    signedIn: (whoever.id ?? null) !== null,
    resources: document.resources,
    rules: [...direct, ...[...rulesOf(document, whoever)].flatMap(packRule)],
  }
}

/**
 * A policy with one role, `packed`, that has all packed rules.
 * @throws {InvalidPolicy} if the packed rules are invalid.
 */
export function unpackPolicy<M extends object = Permissions>(packed: Packed): Policy<Subject, M> {
  if (packed.version !== 1)
    throw new TypeError(
      `The packed rules have version ${packed.version}, and unpack reads version 1. Use one version of the library.`,
    )
  const rules = packed.rules.map((rule) => (rule.when ? { ...rule, when: decodeCondition(rule.when) } : rule))
  return compilePolicy({ resources: packed.resources, roles: { packed: { rules } } })
}

/**
 * The subject for the policy of `unpackPolicy`. Its id is not the real id, because the rules contain the values
 * already.
 */
export const packedSubject = ({ signedIn }: Packed): Subject => ({
  id: signedIn ? 'packed' : null,
  roles: ['packed'],
})

/** The packed permissions: `unpack(await response.json()).can('articles:write', article)`. */
export const unpack = <M extends object = Permissions>(packed: Packed): Ability<M> =>
  unpackPolicy<M>(packed).for(packedSubject(packed))

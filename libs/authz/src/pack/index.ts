import { constantOf } from '../condition.ts'
import { isOutOfScope, lists } from '../decision.ts'
import { type PolicyDocument, type RuleDocument, namesFor } from '../document.ts'
import { compilePolicy } from '../engine.ts'
import { decodeCondition, encodeCondition } from '../json/scalars.ts'
import type { Ability, Permissions, Policy, PolicyData } from '../policy.ts'
import { resolve } from '../simplify.ts'
import type { Subject } from '../subject.ts'

/**
 * What one subject may do, as JSON: nobody else's rules, no names of roles, and in place of references the
 * subject's values. A browser that gets it decides as the server does; the server decides all the same.
 */
export interface Packed {
  readonly version: 1
  /** Whether somebody is signed in: decides between `UNAUTHENTICATED` and `FORBIDDEN`. */
  readonly signedIn: boolean
  readonly resources: PolicyDocument['resources']
  readonly rules: readonly RuleDocument[]
}

/** The rules of a subject's roles, each rule once, those of inherited roles included. */
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

/** What `subject` may do under `policy`; see `Packed`. */
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

/** A policy of one role, `packed`, that all of the packed rules belong to. @throws {InvalidPolicy} if it is damaged. */
export function unpackPolicy<M extends object = Permissions>(packed: Packed): Policy<Subject, M> {
  if (packed.version !== 1)
    throw new TypeError(`Packed rules of version ${packed.version} are not understood.`)
  const rules = packed.rules.map((rule) => (rule.when ? { ...rule, when: decodeCondition(rule.when) } : rule))
  return compilePolicy({ resources: packed.resources, roles: { packed: { rules } } })
}

/** Who `unpackPolicy` is asked about. The id is not the subject's own: rules have its values already. */
export const packedSubject = ({ signedIn }: Packed): Subject => ({
  id: signedIn ? 'packed' : null,
  roles: ['packed'],
})

/** The abilities that were packed: `unpack(await response.json()).can('articles:write', article)`. */
export const unpack = <M extends object = Permissions>(packed: Packed): Ability<M> =>
  unpackPolicy<M>(packed).for(packedSubject(packed))

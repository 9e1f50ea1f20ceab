import { always, constantOf, never } from '../condition.ts'
import type { PolicyDocument, RuleDocument } from '../document.ts'
import { isAbout, lineageOf } from '../hierarchy.ts'
import { parsePolicy } from '../json/index.ts'
import { encodeCondition } from '../json/scalars.ts'
import type { Ability, Permissions, Policy, PolicyData } from '../policy.ts'
import { resolve } from '../resolve.ts'
import { restrictionOfGrant } from '../rule.ts'
import { copySubject, readOnce } from '../subject-copy.ts'
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
const rulesOf = (document: PolicyDocument, roles: readonly string[]): ReadonlySet<RuleDocument> => {
  const lineages = roles.flatMap((role) => lineageOf(document, role))
  return new Set(lineages.flatMap((role) => document.roles[role]?.rules ?? []))
}

/** The direct permissions of a subject as rules: one for all that show all fields, and one for each other. */
function grantsOf(document: PolicyDocument, granted: readonly string[]): readonly RuleDocument[] {
  const rules = granted.map((permission): RuleDocument => {
    const { omit, mask } = restrictionOfGrant(document, permission)
    return {
      effect: 'allow',
      permissions: [permission],
      ...(omit.length > 0 && { omit }),
      ...(mask.length > 0 && { mask }),
    }
  })
  const open = rules.filter(({ omit, mask }) => !omit && !mask)
  return [
    ...(open.length > 0
      ? [{ effect: 'allow', permissions: open.flatMap((rule) => rule.permissions) } as const]
      : []),
    ...rules.filter((rule) => !open.includes(rule)),
  ]
}

/** Packs the permissions of `subject` as JSON. See `Packed`. */
export function pack({ document, permissions: all }: PolicyData, given: Subject | null): Packed {
  const { subject, id, roles, granted, scope } = copySubject(given)
  const valueOf = readOnce(subject)
  const inScope = all.filter((permission) => scope === undefined || scope.includes(permission))
  const packRule = (rule: RuleDocument): readonly RuleDocument[] => {
    const permissions = inScope.filter((permission) => isAbout(rule, permission))
    // Nobody can test a comparison with a bad value: an allow rule does not allow then, and a deny rule denies.
    const when = rule.when && resolve(rule.when, valueOf, rule.effect === 'allow' ? never : always)
    const isEmpty = permissions.length === 0 || (when && constantOf(when) === false)
    return isEmpty ? [] : [{ ...rule, permissions, ...(when && { when: encodeCondition(when) }) }]
  }
  return {
    version: 1,
    signedIn: (id ?? null) !== null,
    resources: document.resources,
    rules: [
      ...grantsOf(
        document,
        inScope.filter((permission) => granted.includes(permission)),
      ),
      ...[...rulesOf(document, roles)].flatMap(packRule),
    ],
  }
}

/**
 * A policy with one role, `packed`, that has all packed rules.
 * @throws {InvalidPolicy} if the packed rules are invalid.
 */
export function unpackPolicy<M extends object = Permissions>(packed: Packed): Policy<Subject, M> {
  const { version, signedIn, resources, rules, ...others } = packed
  if (version !== 1)
    throw new TypeError(
      `The packed rules have version ${version}, and unpack reads version 1. Use one version of the library.`,
    )
  const [unknown] = Object.keys(others)
  if (unknown !== undefined || typeof signedIn !== 'boolean')
    throw new TypeError(`The packed rules have an invalid member ${unknown ?? 'signedIn'}.`)
  return parsePolicy({ resources, roles: { packed: { rules } } })
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

import { listComparisons } from '../engine/conditions/comparisons.ts'
import {
  type Condition,
  always,
  findConstant,
  freeze,
  isReference,
  never,
} from '../engine/conditions/condition.ts'
import { copy } from '../engine/conditions/copy.ts'
import { checkDepth } from '../engine/conditions/depth.ts'
import type { PolicyDocument, RuleDocument } from '../engine/policy/document.ts'
import { InvalidPolicy, type Problem } from '../engine/errors.ts'
import { followRules } from '../engine/roles/follow.ts'
import { isAbout, listLineage } from '../engine/roles/hierarchy.ts'
import { withoutDuplicates } from '../json/duplicates.ts'
import { type PolicyOptions, parsePolicy } from '../json/index.ts'
import { encodeCondition } from '../json/scalars.ts'
import type { Ability, Permissions, Policy, PolicyData } from '../engine/policy/policy.ts'
import { resolve } from '../engine/roles/resolve.ts'
import { restrictionOfGrant } from '../engine/policy/rule.ts'
import { SubjectCopy, readOnce } from '../engine/decisions/subject-copy.ts'
import type { Subject } from '../engine/decisions/subject.ts'
import { separateLists } from './lists.ts'

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

/** The text functions that conditions name. */
export type UnpackOptions = Pick<PolicyOptions, 'functions'>

/** The rules of a subject's roles and of inherited roles, each rule once. */
const listRules = (document: PolicyDocument, roles: readonly string[]): ReadonlySet<RuleDocument> => {
  const lineages = ['*', ...roles].flatMap((role) => listLineage(document, role))
  return new Set(lineages.flatMap((role) => document.roles[role]?.rules ?? []))
}

/** The direct permissions of a subject as rules: one for all that show all fields, and one for each other. */
function listGrants(document: PolicyDocument, granted: readonly string[]): readonly RuleDocument[] {
  const rules = granted.map((permission): RuleDocument => {
    const { omit, mask, fields } = restrictionOfGrant(document, permission)
    return {
      effect: 'allow',
      permissions: [permission],
      ...(omit.length > 0 && { omit }),
      ...(mask.length > 0 && { mask }),
      ...(fields && { fields }),
    }
  })
  const open = rules.filter(({ omit, mask, fields }) => !omit && !mask && !fields)
  return [
    ...(open.length > 0
      ? [{ effect: 'allow', permissions: open.flatMap((rule) => rule.permissions) } as const]
      : []),
    ...rules.filter((rule) => !open.includes(rule)),
  ]
}

/** Packs the permissions of `subject` as JSON. See `Packed`. */
export function pack({ document, permissions: all }: PolicyData, given: Subject | null): Packed {
  const subject = new SubjectCopy(given)
  const { id, roles, granted, scope } = subject
  const readValue = readOnce(subject)
  const inScope = all.filter((permission) => scope === undefined || scope.includes(permission))
  const rules = [...listRules(document, roles)]
  const follow = followRules(rules)
  const packRule = (rule: RuleDocument): readonly RuleDocument[] => {
    const permissions = inScope.filter((permission) => isAbout(rule, permission))
    // Nobody can test a comparison with a bad value: an allow rule does not allow then, and a deny rule denies.
    const unknown = rule.effect === 'allow' ? never : always
    const settle = (condition: Condition) =>
      separateLists(resolve(follow(checkDepth(condition)), readValue, unknown), unknown)
    const when = rule.when && settle(rule.when)
    const after = rule.after && settle(rule.after)
    const isNever = (condition: Condition | undefined) => !!condition && findConstant(condition) === false
    // The row after a change can fulfil a deny rule that no row before the change fulfils.
    const isUseless = isNever(when) && (rule.effect === 'allow' || !after || isNever(after))
    const isEmpty = permissions.length === 0 || isUseless
    return isEmpty
      ? []
      : [
          {
            ...rule,
            permissions,
            ...(when && { when: encodeCondition(when) }),
            ...(after && { after: encodeCondition(after) }),
          },
        ]
  }
  const packed: Packed = {
    version: 1,
    signedIn: (id ?? null) !== null,
    resources: document.resources,
    rules: [
      ...listGrants(
        document,
        inScope.filter((permission) => granted.includes(permission)),
      ),
      ...rules.flatMap(packRule),
    ],
  }
  return copy(withoutDuplicates(packed))
}

/** The packed rules contain values. A reference would refer to the subject of `packedSubject`, who is nobody. */
function refuseReferences({ roles }: PolicyDocument): void {
  const problems = (roles['packed']?.rules ?? []).flatMap(({ when, after }, i) =>
    [when, after]
      .flatMap((condition) => listComparisons(condition ?? always))
      .flatMap(({ value }): readonly Problem[] =>
        isReference(value)
          ? [
              {
                path: `rules[${i}]`,
                message: `refers to subject.${value.subject}; packed rules contain values`,
              },
            ]
          : [],
      ),
  )
  if (problems.length > 0) throw new InvalidPolicy(problems)
}

/**
 * A policy with one role, `packed`, that has all packed rules.
 * @throws {TypeError} if the packed rules have another version, or a member that this version does not have.
 * @throws {InvalidPolicy} if the packed rules are invalid.
 */
export function unpackPolicy<M extends object = Permissions>(
  packed: Packed,
  options: UnpackOptions = {},
): Policy<Subject, M> {
  const { version, signedIn, resources, rules, ...others } = readPacked(packed)
  if (version !== 1)
    throw new TypeError(
      `The packed rules have version ${String(version)}, and unpack reads version 1. Use one version of the library.`,
    )
  const [unknown] = Object.keys(others)
  if (unknown !== undefined || typeof signedIn !== 'boolean')
    throw new TypeError(`The packed rules have an invalid member ${unknown ?? 'signedIn'}.`)
  const policy = parsePolicy<Subject, M>({ resources, roles: { packed: { rules } } }, options)
  refuseReferences(policy.document)
  return policy
}

/** A copy, so that a getter cannot answer differently the second time. */
function readPacked(packed: Packed): Packed {
  if (Object(packed) !== packed)
    throw new TypeError('The packed rules are not an object. Pass the result of JSON.parse.')
  try {
    return copy(packed)
  } catch {
    throw new TypeError('The packed rules cannot be read, because a getter throws.')
  }
}

/**
 * The subject for the policy of `unpackPolicy`. Its id is not the real id, because the rules contain the values
 * already.
 */
export const packedSubject = ({ signedIn }: Packed): Subject =>
  freeze({
    id: signedIn === true ? 'packed' : null,
    roles: freeze(['packed']),
  })

/**
 * The packed permissions: `unpack(await response.json()).can('articles:write', article)`.
 * @throws {TypeError} and {InvalidPolicy}; see `unpackPolicy`.
 */
export function unpack<M extends object = Permissions>(
  packed: Packed,
  options: UnpackOptions = {},
): Ability<M> {
  const own = readPacked(packed)
  return unpackPolicy<M>(own, options).for(packedSubject(own))
}

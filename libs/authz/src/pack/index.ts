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
import { listFunctions } from '../engine/conditions/text-function.ts'
import { compileDocument } from '../engine/decisions/engine.ts'
import { InvalidPolicy, type Problem } from '../engine/errors.ts'
import { withoutDuplicates } from '../json/duplicates.ts'
import { type PolicyOptions, parsePolicy } from '../json/index.ts'
import { decodeCondition, encodeCondition } from '../json/scalars.ts'
import type { Ability, Permissions, Policy, PolicyData } from '../engine/policy/policy.ts'
import { type ValueOf, resolve } from '../engine/roles/resolve.ts'
import { restrictionOfGrant } from '../engine/policy/rule.ts'
import { SubjectCopy, isInScope, readOnce } from '../engine/decisions/subject-copy.ts'
import type { Subject } from '../engine/decisions/subject.ts'
import { separateLists } from './lists.ts'
import { type PlannedRule, type RolesPlan, findPlan } from './plan.ts'

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

/** Settles the conditions of one rule for a subject. Null for a rule that never has an effect. */
function settleRule(
  { rule, base }: PlannedRule,
  follow: RolesPlan['follow'],
  readValue: ValueOf,
): RuleDocument | null {
  // Nobody can test a comparison with a bad value: an allow rule does not allow then, and a deny rule denies.
  const unknown = rule.effect === 'allow' ? never : always
  const settle = (condition: Condition) =>
    separateLists(resolve(follow(checkDepth(condition)), readValue, unknown), unknown)
  const when = rule.when && settle(rule.when)
  const after = rule.after && settle(rule.after)
  const isNever = (condition: Condition | undefined) => !!condition && findConstant(condition) === false
  // The row after a change can fulfil a deny rule that no row before the change fulfils.
  if (isNever(when) && (rule.effect === 'allow' || !after || isNever(after))) return null
  return {
    ...base,
    ...(when && { when: encodeCondition(when) }),
    ...(after && { after: encodeCondition(after) }),
  }
}

/** The rules of a plan for one subject. */
function packRules({ rules, follow, fixed }: RolesPlan, subject: SubjectCopy): readonly RuleDocument[] {
  const readValue = readOnce(subject)
  const settle = (planned: PlannedRule): RuleDocument | null => {
    const known = planned.isFixed ? fixed.get(planned) : undefined
    if (known !== undefined) return known
    const settled = settleRule(planned, follow, readValue)
    if (planned.isFixed) fixed.set(planned, settled)
    return settled
  }
  return rules.flatMap((planned): readonly RuleDocument[] => {
    const permissions = planned.permissions.filter((permission) => isInScope(subject, permission))
    const settled = permissions.length > 0 ? settle(planned) : null
    return settled ? [freeze({ ...settled, permissions: freeze(permissions) })] : []
  })
}

/** Packs the permissions of `subject` as JSON. See `Packed`. */
export function pack({ document, permissions: all }: PolicyData, given: Subject | null): Packed {
  const subject = new SubjectCopy(given)
  const { id, roles, granted } = subject
  const plan = findPlan(document, all)
  const direct = all.filter((permission) => isInScope(subject, permission) && granted.includes(permission))
  return freeze({
    version: 1,
    signedIn: (id ?? null) !== null,
    resources: plan.resources,
    rules: freeze([
      ...copy(withoutDuplicates(listGrants(document, direct))),
      ...packRules(plan.ofRoles(roles), subject),
    ]),
  })
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

/** The policy of a copy. If it is invalid, the schema of policies tells why. */
function compilePacked<M extends object>(
  { resources, rules }: Pick<Packed, 'resources' | 'rules'>,
  options: UnpackOptions,
): Policy<Subject, M> {
  try {
    const known = listFunctions(options.functions)
    const decode = (condition: Condition) => decodeCondition(condition, known)
    const decodeRule = (rule: RuleDocument): RuleDocument =>
      freeze({
        ...rule,
        ...(rule.when && { when: decode(rule.when) }),
        ...(rule.after && { after: decode(rule.after) }),
      })
    const packed = freeze({ rules: freeze(rules.map(decodeRule)) })
    return compileDocument<Subject, M>(freeze({ resources, roles: freeze({ packed }) }))
  } catch (error) {
    parsePolicy({ resources, roles: { packed: { rules } } }, options)
    throw error
  }
}

function readPolicy<M extends object>(own: Packed, options: UnpackOptions): Policy<Subject, M> {
  const { version, signedIn, resources, rules, ...others } = own
  if (version !== 1)
    throw new TypeError(
      `The packed rules have version ${String(version)}, and unpack reads version 1. Use one version of the library.`,
    )
  const [unknown] = Object.keys(others)
  if (unknown !== undefined || typeof signedIn !== 'boolean')
    throw new TypeError(`The packed rules have an invalid member ${unknown ?? 'signedIn'}.`)
  const policy = compilePacked<M>({ resources, rules }, options)
  refuseReferences(policy.document)
  return policy
}

/**
 * A policy with one role, `packed`, that has all packed rules.
 * @throws {TypeError} if the packed rules have another version, or a member that this version does not have.
 * @throws {InvalidPolicy} if the packed rules are invalid.
 */
export const unpackPolicy = <M extends object = Permissions>(
  packed: Packed,
  options: UnpackOptions = {},
): Policy<Subject, M> => readPolicy<M>(readPacked(packed), options)

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
  return readPolicy<M>(own, options).for(packedSubject(own))
}

import { now } from '../engine/attributes/attribute.ts'
import { type Condition, NOW, always, findConstant, freeze, never } from '../engine/conditions/condition.ts'
import { copy } from '../engine/conditions/copy.ts'
import { InvalidPolicy } from '../engine/errors.ts'
import type { PolicyDocument, RuleDocument } from '../engine/policy/document.ts'
import { withoutDuplicates } from '../json/duplicates.ts'
import { encodeCondition } from '../json/scalars.ts'
import type { PolicyData } from '../engine/policy/policy.ts'
import { type ValueOf, resolve } from '../engine/roles/resolve.ts'
import { restrictionOfGrant } from '../engine/policy/rule.ts'
import { SubjectCopy, isInScope, readOnce } from '../engine/decisions/subject-copy.ts'
import type { Subject } from '../engine/decisions/subject.ts'
import { separateLists } from './lists.ts'
import type { Packed } from './packed.ts'
import { type PlannedRule, type RolesPlan, findPlan } from './plan.ts'

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

/** What `pack` needs to know of the reader. */
export interface PackOptions {
  /** `reader`: the reader of the permissions gives its clock to `unpack`, for conditions with `now()`. */
  readonly clock?: 'reader' | undefined
}

/** Reads the attributes of a subject. The packed rules are older than the time of a check. */
function readSubject(subject: SubjectCopy, { clock }: PackOptions): ValueOf {
  const readValue = readOnce(subject)
  return (name) => {
    if (name !== NOW) return readValue(name)
    if (clock === 'reader') return now()
    throw new InvalidPolicy([{ path: 'pack', message: NEEDS_CLOCK }])
  }
}

const NEEDS_CLOCK =
  'a condition compares with now(), the time of the check; write pack(policy, user, { clock: "reader" }), and unpack(packed, { clock: readClock() }) where you check'

/** V8 makes a literal in half of the time of a copy, and a copy in half of the time of one that gets its members later. */
function addCondition({ base, isBare }: PlannedRule, when: Condition): RuleDocument {
  const { effect, permissions } = base
  return freeze(isBare ? { effect, permissions, when } : { ...base, when })
}

/** Settles the conditions of one rule for a subject. Null for a rule that never has an effect. */
function settleRule(rule: PlannedRule, readValue: ValueOf): RuleDocument | null {
  const { base } = rule
  // Nobody can test a comparison with a bad value: an allow rule does not allow then, and a deny rule denies.
  const unknown = base.effect === 'allow' ? never : always
  const settle = (condition: Condition) => separateLists(resolve(condition, readValue, unknown), unknown)
  const when = rule.when && settle(rule.when)
  const after = rule.after && settle(rule.after)
  const isNever = (condition: Condition | undefined) => !!condition && findConstant(condition) === false
  // The row after a change can fulfil a deny rule that no row before the change fulfils.
  if (isNever(when) && (base.effect === 'allow' || !after || isNever(after))) return null
  if (when && !after) return addCondition(rule, encodeCondition(when))
  return freeze({
    ...base,
    ...(when && { when: encodeCondition(when) }),
    ...(after && { after: encodeCondition(after) }),
  })
}

/** The rules of a plan for one subject. */
function packRules(
  { rules, fixed }: RolesPlan,
  subject: SubjectCopy,
  options: PackOptions,
): readonly RuleDocument[] {
  const readValue = readSubject(subject, options)
  const settle = (planned: PlannedRule): RuleDocument | null => {
    const known = planned.isFixed ? fixed.get(planned) : undefined
    if (known !== undefined) return known
    const settled = settleRule(planned, readValue)
    if (planned.isFixed) fixed.set(planned, settled)
    return settled
  }
  const packed: RuleDocument[] = []
  for (const planned of rules) {
    const { permissions: all } = planned.base
    const permissions = subject.scope ? all.filter((permission) => isInScope(subject, permission)) : all
    const settled = permissions.length > 0 ? settle(planned) : null
    if (settled)
      packed.push(permissions === all ? settled : freeze({ ...settled, permissions: freeze(permissions) }))
  }
  return packed
}

/** The direct permissions of a subject, in the order of the policy. */
const listDirect = (all: readonly string[], subject: SubjectCopy): readonly string[] =>
  subject.granted.length > 0
    ? all.filter((permission) => isInScope(subject, permission) && subject.granted.includes(permission))
    : []

/**
 * Packs the permissions of `subject` as JSON. See `Packed`.
 * @throws {InvalidPolicy} if a condition compares with `now()`, and the reader has no clock.
 */
export function pack(policy: PolicyData, given: Subject | null, options: PackOptions = {}): Packed {
  const subject = new SubjectCopy(given)
  const { id, roles } = subject
  const plan = findPlan(policy)
  const direct = listDirect(plan.permissions, subject)
  const rules = packRules(plan.ofRoles(roles), subject, options)
  return freeze({
    version: 1,
    signedIn: (id ?? null) !== null,
    resources: plan.resources,
    rules: freeze(
      direct.length > 0 ? [...copy(withoutDuplicates(listGrants(plan.document, direct))), ...rules] : rules,
    ),
  })
}

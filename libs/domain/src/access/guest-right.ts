import { type Condition } from '@content-service/authz'
import { isSame } from '../rules/is-same.ts'
import { ANYBODY, filterByPermission, mayOnAll, type PolicyContext } from './access.ts'
import { findComparedFacts } from './compared-facts.ts'
import type { ContentPolicy, Permission } from './content-policy.ts'
import { createPlannedCaller } from './planned-caller.ts'
import { isNow, NOW } from './time-reference.ts'

/** Whether the condition compares the record's own attributes with fixed values, so that an index can have the condition. */
const comparesOwn = (condition: Condition, own: object): boolean => {
  switch (condition.op) {
    case 'and':
    case 'or':
      return condition.conditions.every((each) => comparesOwn(each, own))
    case 'not':
      return comparesOwn(condition.condition, own)
    case 'is':
    case 'some':
    case 'subject':
    case 'may':
      return false
    default: {
      const { attribute, by, value } = condition
      const isFixed = typeof value !== 'object' || value instanceof Date || Array.isArray(value)
      return Object.hasOwn(own, attribute) && by === undefined && isFixed
    }
  }
}

/** The records that GUEST may read at the time that a reference stands for; null without a right. */
const filterForGuest = (policy: ContentPolicy, permission: Permission): Condition | null =>
  findComparedFacts(policy, permission).ofCaller.includes(NOW)
    ? null
    : filterByPermission({ caller: createPlannedCaller(ANYBODY), policy }, permission)

const comparesTime = (condition: Condition): boolean => {
  if ('conditions' in condition) return condition.conditions.some(comparesTime)
  return 'condition' in condition
    ? comparesTime(condition.condition)
    : 'value' in condition && isNow(condition.value)
}

/** C15.24: whether time alone can show a record to GUEST. */
export const guestRightTakesTime = (policy: ContentPolicy, permission: Permission): boolean => {
  const right = filterForGuest(policy, permission)
  return findComparedFacts(policy, permission).takesTime && (right === null || comparesTime(right))
}

/** A read permission, with the attributes of the records that it opens. */
interface Read {
  readonly permission: Permission
  readonly attributes: object
}

/**
 * The records that GUEST may read by this policy; null without a right, or with a right that asks more than the record's own
 * attributes.
 */
export const findGuestRight = (policy: ContentPolicy, { permission, attributes }: Read): Condition | null => {
  const right = filterForGuest(policy, permission)
  return right !== null && comparesOwn(right, attributes) ? right : null
}

/**
 * C15.13: the attributes by which a guest may read a record. With a change of one of them, the words of the record begin or
 * cease to correct searches.
 */
export const listGuestFacts = (policy: ContentPolicy, read: Read): readonly string[] => {
  if (findGuestRight(policy, read) === null) return []
  const { names } = findComparedFacts(policy, read.permission)
  return [...names].filter((name) => Object.hasOwn(read.attributes, name)).toSorted()
}

/**
 * The text index whose records are those that the caller may read (C13.6): that of all records, or that of the records of GUEST
 * by the declared policy; null if the caller's right has other records.
 */
export const findTextIndex = (
  context: PolicyContext,
  declared: ContentPolicy,
  read: Read,
): 'all' | 'guest' | null => {
  if (mayOnAll(context, read.permission)) return 'all'
  const right = filterByPermission(context, read.permission)
  return right !== null && isSame(right, findGuestRight(declared, read)) ? 'guest' : null
}

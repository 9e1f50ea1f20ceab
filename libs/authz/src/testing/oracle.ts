import type { Condition, PolicyDocument, Scalar, Subject } from '../index.ts'

/**
 * A second implementation of the engine's rules, as simple as possible and without code of the engine. Tests compare the
 * engine with it.
 */
type Values = Readonly<Record<string, unknown>>

const scalar = (value: unknown): Scalar | undefined =>
  ['string', 'number', 'boolean', 'bigint'].includes(typeof value) || value instanceof Date
    ? (value as Scalar)
    : undefined

// The bigints of the tests are small enough to become numbers.
const plain = (value: Scalar) =>
  value instanceof Date ? value.getTime() : typeof value === 'bigint' ? Number(value) : value

const equal = (a: unknown, b: unknown): boolean => {
  const [x, y] = [scalar(a), scalar(b)]
  return (
    x !== undefined && y !== undefined && x instanceof Date === y instanceof Date && plain(x) === plain(y)
  )
}

const isNumber = (value: unknown) => typeof value === 'number' || typeof value === 'bigint'

const compared = (a: unknown, b: unknown): number | undefined => {
  const bothDates = a instanceof Date && b instanceof Date
  return bothDates || (isNumber(a) && isNumber(b)) ? Number(a) - Number(b) : undefined
}

export function meets(condition: Condition, row: Values, subject: Values): boolean {
  if ('conditions' in condition) {
    const met = condition.conditions.map((part) => meets(part, row, subject))
    return condition.op === 'and' ? !met.includes(false) : met.includes(true)
  }
  if (condition.op === 'not') return !meets(condition.condition, row, subject)
  const left = row[condition.attribute]
  if (condition.op === 'isNull') return left === null || left === undefined
  const given = condition.value as { subject?: string }
  const right =
    typeof given === 'object' && typeof given.subject === 'string' ? subject[given.subject] : given
  if (condition.op === 'eq') return equal(left, right)
  if (condition.op === 'in')
    return Array.isArray(right) && right.filter((item) => equal(left, item)).length > 0
  if (condition.op === 'contains')
    return Array.isArray(left) && left.filter((item) => equal(item, right)).length > 0
  const difference = compared(left, right)
  if (difference === undefined) return false
  return { lt: difference < 0, lte: difference <= 0, gt: difference > 0, gte: difference >= 0 }[condition.op]
}

/** The decision, in this order: restricted, denied, granted, allowed, otherwise denied. */
export function decides(
  document: PolicyDocument,
  subject: Subject,
  permission: string,
  row: Values | undefined,
): boolean {
  const [resource, action] = permission.split(':') as [string, string]
  if (!document.resources[resource]?.includes(action)) return false
  if (subject.restrictedTo && !subject.restrictedTo.includes(permission)) return false
  const roles = new Set(subject.roles)
  for (const role of roles) for (const parent of document.roles[role]?.inherits ?? []) roles.add(parent)
  const about = [...roles]
    .flatMap((role) => document.roles[role]?.rules ?? [])
    .filter((rule) =>
      rule.permissions.some((name) => name === '*' || name === permission || name === `${resource}:*`),
    )
  const denies = about.filter((rule) => rule.effect === 'deny')
  const allows = about.filter((rule) => rule.effect === 'allow')
  const applies = (rule: (typeof about)[number]) =>
    !rule.when || (!!row && meets(rule.when, row, subject as unknown as Values))
  if (denies.some(applies) || (denies.length > 0 && !row)) return false
  return !!subject.permissions?.includes(permission) || allows.some(applies)
}

import type { Condition, PolicyDocument, Subject } from '../index.ts'

/**
 * A second implementation of the engine's rules, as simple as possible and without code of the engine. Tests compare the
 * engine with it.
 */
type Values = Readonly<Record<string, unknown>>

/** Undefined for a value that no condition can compare. */
const classOf = (value: unknown): string | undefined => {
  if (value === null) return 'null'
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : 'date'
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : 'number'
  return { string: 'text', boolean: 'boolean', bigint: 'number' }[typeof value as string]
}

// The bigints of the tests are small enough to become numbers.
const plain = (value: unknown) => (typeof value === 'string' ? value : Number(value as number))

type Truth = boolean | 'unknown'

/** Compares a value of a row with an operand. */
const compare = (op: string, left: unknown, right: unknown): Truth => {
  const [given, wanted] = [classOf(left), classOf(right)]
  if (wanted === undefined) return 'unknown'
  if (wanted === 'null') return false
  if (op !== 'eq' && (wanted === 'text' || wanted === 'boolean')) return 'unknown'
  if (given === undefined) return 'unknown'
  if (given === 'null') return false
  if (given !== wanted) return 'unknown'
  if (op === 'eq') return plain(left) === plain(right)
  const difference = Number(left) - Number(right)
  return (
    { lt: difference < 0, lte: difference <= 0, gt: difference > 0, gte: difference >= 0 }[op] ?? 'unknown'
  )
}

const anyOf = (truths: readonly Truth[]): Truth =>
  truths.includes(true) ? true : truths.includes('unknown') ? 'unknown' : false

const negated = (truth: Truth): Truth => (truth === 'unknown' ? truth : !truth)

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

function nestedTruthOf(op: 'is' | 'some', left: unknown, condition: Condition, subject: Values): Truth {
  if (left === null) return false
  if (op === 'is') return isObject(left) ? truthOf(condition, left, subject) : 'unknown'
  if (!Array.isArray(left)) return 'unknown'
  return anyOf(
    left.map((item: unknown) =>
      item === null ? false : isObject(item) ? truthOf(condition, item, subject) : 'unknown',
    ),
  )
}

export function truthOf(condition: Condition, row: Values, subject: Values): Truth {
  if ('conditions' in condition) {
    const truths = condition.conditions.map((part) => truthOf(part, row, subject))
    return condition.op === 'or' ? anyOf(truths) : negated(anyOf(truths.map(negated)))
  }
  if (condition.op === 'not') return negated(truthOf(condition.condition, row, subject))
  if (condition.op === 'subject') return truthOf(condition.condition, subject, subject)
  const left = row[condition.attribute]
  if ('condition' in condition) return nestedTruthOf(condition.op, left, condition.condition, subject)
  if (condition.op === 'isNull') return left === undefined ? 'unknown' : left === null
  const given = condition.value as { subject?: string }
  const isReference = typeof given === 'object' && typeof given.subject === 'string'
  const right: unknown = isReference ? subject[given.subject as string] : given
  if (condition.op === 'in') {
    if (!Array.isArray(right)) return right === null ? false : 'unknown'
    return anyOf(right.map((item: unknown) => compare('eq', left, item)))
  }
  if (condition.op !== 'contains') return compare(condition.op, left, right)
  if (classOf(right) === undefined) return 'unknown'
  if (right === null) return false
  if (!Array.isArray(left)) return left === null ? false : 'unknown'
  return anyOf(left.map((item: unknown) => compare('eq', right, item)))
}

export const meets = (condition: Condition, row: Values, subject: Values): boolean =>
  truthOf(condition, row, subject) === true

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
  const asker = subject as unknown as Values
  const applies = (rule: (typeof about)[number]) =>
    !rule.when ||
    (rule.effect === 'allow'
      ? meets(rule.when, row ?? {}, asker)
      : truthOf(rule.when, row ?? {}, asker) !== false)
  if (denies.some(applies)) return false
  return !!subject.permissions?.includes(permission) || allows.some(applies)
}

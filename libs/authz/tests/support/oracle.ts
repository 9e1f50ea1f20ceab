import type { Comparison, Condition, PolicyDocument, Subject } from '../../src/index.ts'

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

// JavaScript compares a bigint with a number exactly, except with "===".
const plain = (value: unknown) => (typeof value === 'bigint' ? value : Number(value))

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
  if (given === 'text') return left === right
  const [a, b] = [plain(left), plain(right)]
  return { eq: a >= b && a <= b, lt: a < b, lte: a <= b, gt: a > b, gte: a >= b }[op] ?? 'unknown'
}

const anyOf = (truths: readonly Truth[]): Truth =>
  truths.includes(true) ? true : truths.includes('unknown') ? 'unknown' : false

const negated = (truth: Truth): Truth => (truth === 'unknown' ? truth : !truth)

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

function nestedTruthOf(op: 'is' | 'some', left: unknown, condition: Condition, subject: Values): Truth {
  // Without a value of the subject, nobody knows what a comparison through null would be.
  const ofNothing = lacksOperand(condition, subject) ? 'unknown' : false
  if (left === null) return ofNothing
  if (op === 'is') return isObject(left) ? truthOf(condition, left, subject) : 'unknown'
  if (!Array.isArray(left)) return 'unknown'
  return anyOf([
    ofNothing,
    ...left.map((item: unknown) =>
      item === null ? false : isObject(item) ? truthOf(condition, item, subject) : ('unknown' as const),
    ),
  ])
}

/** The operand of a comparison: a value, or an attribute of the subject. */
function operandOf({ value }: Comparison, subject: Values): unknown {
  const given = value as { subject?: string }
  const isReference = typeof given === 'object' && typeof given.subject === 'string'
  return isReference ? subject[given.subject as string] : given
}

const SEARCHES = ['startsWith', 'endsWith', 'includes']

const isBad = (op: string, operand: unknown): boolean => {
  if (operand === null) return false
  if (op === 'in') return !Array.isArray(operand) || operand.some((item) => classOf(item) === undefined)
  const found = classOf(operand)
  if (SEARCHES.includes(op)) return found !== 'text'
  return found === undefined || (/^[lg]/.test(op) && found !== 'number' && found !== 'date')
}

/** Whether a comparison inside of a condition has an operand that nothing can be compared with. */
function lacksOperand(condition: Condition, subject: Values): boolean {
  if ('conditions' in condition) return condition.conditions.some((part) => lacksOperand(part, subject))
  if (condition.op === 'subject') return truthOf(condition.condition, subject, subject) === 'unknown'
  if ('condition' in condition) return lacksOperand(condition.condition, subject)
  if (condition.op === 'may' || condition.op === 'isNull') return false
  if (typeof condition.value === 'object' && 'attribute' in condition.value) return false
  return isBad(condition.op, operandOf(condition, subject))
}

/** The first text has the second one at its beginning, at its end, or anywhere. Half of a surrogate pair is in no text. */
function findText(op: string, left: unknown, right: unknown): Truth {
  const [given, wanted] = [classOf(left), classOf(right)]
  if (wanted !== 'text') return wanted === 'null' ? false : 'unknown'
  if (given !== 'text') return given === 'null' ? false : 'unknown'
  if (/[\ud800-\udfff]/u.test(String(right))) return false
  const rests = [...String(left)].map((_, i, all) => all.slice(i).join('')).concat('')
  if (op === 'endsWith') return rests.some((rest) => rest === right)
  const found = rests.findIndex((rest) => rest.slice(0, String(right).length) === right)
  return op === 'startsWith' ? found === 0 : found >= 0
}

export function truthOf(condition: Condition, row: Values, subject: Values): Truth {
  if ('conditions' in condition) {
    const truths = condition.conditions.map((part) => truthOf(part, row, subject))
    return condition.op === 'or' ? anyOf(truths) : negated(anyOf(truths.map(negated)))
  }
  if (condition.op === 'not') return negated(truthOf(condition.condition, row, subject))
  if (condition.op === 'subject') return truthOf(condition.condition, subject, subject)
  if (condition.op === 'may') throw new Error('a policy replaces it')
  const left = row[condition.attribute]
  if ('condition' in condition) return nestedTruthOf(condition.op, left, condition.condition, subject)
  if (condition.op === 'isNull') return left === undefined ? 'unknown' : left === null
  const given = condition.value as { attribute?: string } | null
  const isSibling = typeof given?.attribute === 'string'
  const right: unknown = isSibling ? row[given.attribute as string] : operandOf(condition, subject)
  if (SEARCHES.includes(condition.op)) return findText(condition.op, left, right)
  if (condition.op === 'in') {
    if (!Array.isArray(right)) return right === null ? false : 'unknown'
    return anyOf(right.map((item: unknown) => compare('eq', left, item)))
  }
  if (isSibling && classOf(left) === undefined) return 'unknown'
  if (condition.op !== 'contains') return compare(condition.op, left, right)
  if (classOf(right) === undefined) return 'unknown'
  if (right === null) return false
  if (!Array.isArray(left)) return left === null ? false : 'unknown'
  return anyOf(left.map((item: unknown) => compare('eq', right, item)))
}

export const meets = (condition: Condition, row: Values, subject: Values): boolean =>
  truthOf(condition, row, subject) === true

type Rule = PolicyDocument['roles'][string]['rules'][number]

/** A rule, with the condition of the rows on which the subject has its role. */
interface HeldRule {
  readonly rule: Rule
  readonly on?: Condition
}

/** A question: the row and, for a change, the row after it. */
export interface Question {
  readonly permission: string
  readonly row: Values | undefined
  readonly after?: Values | undefined
}

function listRules(document: PolicyDocument, names: readonly string[] = []): readonly Rule[] {
  const roles = new Set(names)
  for (const role of roles) for (const parent of document.roles[role]?.inherits ?? []) roles.add(parent)
  return [...roles].flatMap((role) => document.roles[role]?.rules ?? [])
}

/** The rules about the permission that the subject has on all rows, and on those where a condition gives it a role. */
function heldRules(document: PolicyDocument, { roles }: Subject, permission: string): readonly HeldRule[] {
  const [resource, action] = permission.split(':') as [string, string]
  const names = ['*', `${resource}:*`, `*:${action}`, permission]
  const onRows = Object.entries(document.roleOn?.[resource] ?? {}).flatMap(([role, on]) =>
    listRules(document, [role]).map((rule) => ({ rule, on })),
  )
  const everywhere = listRules(document, ['*', ...(roles ?? [])]).map((rule) => ({ rule }))
  return [...everywhere, ...onRows].filter(({ rule }) =>
    rule.permissions.some((name) => names.includes(name)),
  )
}

/** Whether a rule applies. An untestable condition is false for an allow rule, and true for a deny rule. */
function applies(
  document: PolicyDocument,
  { rule, on }: HeldRule,
  { row = {}, after }: Question,
  subject: Subject,
): boolean {
  const follow = (condition: Condition) => followed(condition, document, subject)
  const values = subject as unknown as Values
  const test = (when: Condition | undefined, to: Values): boolean => {
    const truths = [on, when].map((condition) => !condition || truthOf(follow(condition), to, values))
    return rule.effect === 'allow' ? truths.every((truth) => truth === true) : !truths.includes(false)
  }
  const [before, later] = [test(rule.when, row), after && test(rule.after ?? rule.when, after)]
  if (later === undefined) return before
  return rule.effect === 'allow' ? before && later : before || later
}

/** A condition in which what the policy says of a permission stands in the place of `may`. */
export function followed(condition: Condition, document: PolicyDocument, subject: Subject): Condition {
  const inside = (part: Condition) => followed(part, document, subject)
  if ('conditions' in condition) return { ...condition, conditions: condition.conditions.map(inside) }
  if ('condition' in condition) return { ...condition, condition: inside(condition.condition) }
  if (condition.op !== 'may') return condition
  const { attribute, permission } = condition
  const held = heldRules(document, subject, permission).filter(
    ({ rule }) => rule.effect === 'allow' || !rule.fields,
  )
  const conditionsOf = (effect: string) =>
    held
      .filter(({ rule }) => rule.effect === effect)
      .map(({ rule, on }): Condition => ({
        op: 'and',
        conditions: [on, rule.when].flatMap((each) => each ?? []).map(inside),
      }))
  const isGranted: Condition = {
    op: Array.isArray(subject.permissions) && subject.permissions.includes(permission) ? 'and' : 'or',
    conditions: [],
  }
  const allowed: Condition = { op: 'or', conditions: [isGranted, ...conditionsOf('allow')] }
  const denied: Condition = { op: 'or', conditions: conditionsOf('deny') }
  return {
    op: 'is',
    attribute,
    condition: { op: 'and', conditions: [allowed, { op: 'not', condition: denied }] },
  }
}

const isKnown = ({ resources }: PolicyDocument, permission: string) =>
  Object.entries(resources).some(([resource, actions]) =>
    actions.some((action) => permission === `${resource}:${action}`),
  )

/** The decision, in this order: restricted, denied, granted, allowed, otherwise denied. */
export function decides(document: PolicyDocument, subject: Subject, question: Question): boolean {
  const { permission } = question
  if (!isKnown(document, permission)) return false
  if (subject.restrictedTo && !subject.restrictedTo.includes(permission)) return false
  const applying = heldRules(document, subject, permission).filter((held) =>
    applies(document, held, question, subject),
  )
  if (applying.some(({ rule }) => rule.effect === 'deny' && !rule.fields)) return false
  return !!subject.permissions?.includes(permission) || applying.some(({ rule }) => rule.effect === 'allow')
}

export type Visibility = 'shown' | 'masked' | 'hidden'

function visibilityBy({ omit = [], mask = [], fields }: Rule, field: string): Visibility {
  if (omit.includes(field)) return 'hidden'
  if (mask.includes(field)) return 'masked'
  return !fields || fields.includes(field) ? 'shown' : 'hidden'
}

/** How an allowed request sees a field: as the best of the rules that allow it shows the field, if no rule denies it. */
export function visibilityOf(
  document: PolicyDocument,
  subject: Subject,
  question: Question,
  field: string,
): Visibility {
  const { permission } = question
  const held = heldRules(document, subject, permission).filter((each) =>
    applies(document, each, question, subject),
  )
  if (held.some(({ rule }) => rule.effect === 'deny' && rule.fields?.includes(field))) return 'hidden'
  const isGranted = subject.permissions?.includes(permission)
  // A direct permission shows each field as the rule of any role shows it that shows most.
  const everyone = { ...subject, roles: Object.keys(document.roles) }
  const rules = (isGranted ? heldRules(document, everyone, permission) : held)
    .map(({ rule }) => rule)
    .filter(({ effect }) => effect === 'allow')
  const seen = rules.map((rule) => visibilityBy(rule, field))
  if (seen.includes('shown') || (isGranted && seen.length === 0)) return 'shown'
  return seen.includes('masked') ? 'masked' : 'hidden'
}

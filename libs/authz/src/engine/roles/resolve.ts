import {
  type ApplyFunction,
  type Comparison,
  type Condition,
  IMPLEMENTATION,
  type Nested,
  always,
  freeze,
  isOwnReference,
  isReference,
  needsPolicy,
  never,
  hasInner,
  isJunction,
} from '../conditions/condition.ts'
import { compile } from '../conditions/evaluate.ts'
import { join, negate } from '../conditions/junctions.ts'
import type { Kind } from '../conditions/kind.ts'
import { type OperandPart, listOperandParts } from '../conditions/subject-tests.ts'
import { copyReads, noReads } from '../conditions/reads.ts'
import { isOperand } from '../conditions/relation.ts'
import { DATE, NULL, classify, own } from '../conditions/value.ts'

type IsOrSome = Extract<Nested, { readonly op: 'is' | 'some' }>

/** The value of a subject's attribute. */
export type ValueOf = (name: string) => unknown

interface List {
  /** The items that an attribute can equal. Null equals nothing. */
  readonly items: readonly unknown[]
  /** Whether an item can be compared with nothing. */
  readonly isBad: boolean
  /** Whether an item is a date, which the caller could change. */
  readonly hasDates: boolean
}

/** The member of a subject's list with what `readList` has read. A weak map takes ten times as long as to read the list. */
const READ = Symbol('read')

type SubjectList = readonly unknown[] & { [READ]?: List }

/** The engine has copied the list, so that nobody changes it. */
function readList(list: SubjectList): List {
  const known = list[READ]
  if (known) return known
  const items: unknown[] = []
  let [isBad, hasDates] = [false, false]
  for (let i = 0; i < list.length; i += 1) {
    const type = classify(list[i])
    if (type > NULL) items.push(list[i])
    else if (type < NULL) isBad = true
    if (type === DATE) hasDates = true
  }
  const read = { items: freeze(items), isBad, hasDates }
  // The empty list of a subject without direct permissions is frozen.
  if (Object.isExtensible(list)) list[READ] = read
  return read
}

/** The comparison with an operand. `unknown` takes its place if an attribute cannot be compared with the operand. */
function compareWithOperand(comparison: Comparison, operand: unknown, unknown: Condition): Condition {
  const { op } = comparison
  if (isOwnReference(operand)) return freeze({ ...comparison, value: operand }) as Comparison
  if (operand === null) return never
  let value: unknown
  if (Array.isArray(operand) !== (op === 'in')) return unknown
  if (Array.isArray(operand)) {
    if (comparison.by !== undefined && !isOperand(comparison, operand)) return unknown
    const { items, isBad, hasDates } = readList(operand)
    if (isBad && unknown !== never) return unknown
    if (!items.length) return never
    value = hasDates ? freeze(own(items)) : items
  } else {
    value = own(operand)
    if (!isOperand(comparison, value)) return unknown
  }
  return freeze(new ForeignComparison(comparison, value)) as unknown as Comparison
}

/** A comparison whose value comes from a subject, so that its kind can be any. A member for this would be a part of the JSON. */
class ForeignComparison {
  readonly op: string
  readonly attribute: string
  declare readonly by?: string
  declare readonly [IMPLEMENTATION]?: ApplyFunction
  declare readonly kind?: Kind
  readonly value: unknown

  constructor(comparison: Comparison, value: unknown) {
    const { op, attribute, kind, by } = comparison
    this.op = op
    this.attribute = attribute
    if (by !== undefined) Object.assign(this, { by, [IMPLEMENTATION]: comparison[IMPLEMENTATION] })
    if (kind) this.kind = kind
    this.value = value
  }
}

export const isForeign = (comparison: Comparison): boolean => comparison instanceof ForeignComparison

/** Whether a subject satisfies a condition on its own attributes. Undefined if they cannot be compared. */
function decide(condition: Condition, valueOf: ValueOf): Condition | undefined {
  const reads = noReads()
  const test = compile(condition, reads, reads)
  const values = copyReads({}, reads, valueOf)
  const truth = test(values, values)
  return truth === undefined ? truth : truth ? always : never
}

function hasOperand(part: OperandPart, valueOf: ValueOf): boolean {
  if (part.op === 'subject') return decide(part.condition, valueOf) !== undefined
  const operand = isReference(part.value) ? valueOf(part.value.subject) : part.value
  return isOwnReference(operand) || isOperand(part, own(operand))
}

/** Whether the subject has values that all comparisons of a condition can be tested with, whatever the row is. */
const hasOperands = (condition: Condition, valueOf: ValueOf): boolean =>
  listOperandParts(condition).every((part) => hasOperand(part, valueOf))

/**
 * A condition on related objects. If the subject lacks a value, the condition is never false: not for null in the place of the
 * object, and not for a list without an item that satisfies it.
 */
function resolveNested(nested: IsOrSome, valueOf: ValueOf, unknown: Condition): Condition {
  const inner = resolve(nested.condition, valueOf, unknown)
  if (inner === never && unknown === never) return never
  if (unknown === never || hasOperands(nested.condition, valueOf))
    return freeze({ ...nested, condition: inner })
  // Not false: there is no object, or the condition is not false for it.
  return nested.op === 'some' || inner === always
    ? unknown
    : negate(freeze({ ...nested, condition: negate(inner) }))
}

/**
 * Replaces references with the subject's values, and simplifies. `unknown` takes the place of a comparison with a value that
 * cannot be compared: `never` if the condition must be true, `always` if it must not be false. A reference that this package
 * has made can take the place of a value: so you can prepare a filter for subjects that you do not know yet.
 */
export function resolve(condition: Condition, valueOf: ValueOf, unknown: Condition = never): Condition {
  if (isJunction(condition))
    return join(
      condition.op,
      condition.conditions.map((part) => resolve(part, valueOf, unknown)),
    )
  if (condition.op === 'not') return negate(resolve(condition.condition, valueOf, negate(unknown)))
  if (condition.op === 'subject') return decide(condition.condition, valueOf) ?? unknown
  if (condition.op === 'may') throw needsPolicy(condition)
  if (hasInner(condition)) return resolveNested(condition, valueOf, unknown)
  const { value } = condition
  if (isReference(value)) return compareWithOperand(condition, valueOf(value.subject), unknown)
  return typeof value === 'object'
    ? freeze({ ...condition, value: freeze(own(value)) } as Comparison)
    : condition
}

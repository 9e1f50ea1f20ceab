import {
  type Comparison,
  type Condition,
  IMPLEMENTATION,
  isReference,
  isSibling,
  hasInner,
  isJunction,
} from './condition.ts'
import { checkTestable } from './depth.ts'
import { type Kind, classOfKind } from './kind.ts'
import { type OperandPart, listOperandParts } from './operands.ts'
import { type Reads, addRead, copyReads, noReads, readsTwice } from './reads.ts'
import { type Truth, areSimple, isOperand, orders, relations } from './relation.ts'
import { NULL, classify, isObject, isPolluted, own, readQuickly, readTime } from './value.ts'

export type { Truth } from './relation.ts'

/** An object with attributes. */
export type Row = object

/**
 * A condition as a function of a resource and a subject. It adds the attributes that it cannot compare to `failed`. While there are
 * attributes of all objects (`isPolluted`), the resource and the subject must be copies (`copyReads`).
 */
export type Test = (resource: Row, subject: Row, failed?: string[]) => Truth

/** A value as a condition compares it. The condition reads a list or a date once, so that it needs no copy of it. */
const comparable = (value: unknown): unknown =>
  typeof value !== 'object' || Array.isArray(value) || value instanceof Date ? value : own(value)

type Readable = Readonly<Record<string, unknown>>

type Relate = (value: unknown, operand: unknown, failed: string[] | undefined) => Truth

function relateValues(comparison: Comparison): (value: unknown, operand: unknown) => Truth {
  const { op, by, value: operandData, [IMPLEMENTATION]: implementation } = comparison
  const relation = relations[op]
  if (by !== undefined)
    return (value, operand) =>
      isOperand(comparison, operand) ? relation(implementation?.(value), operand) : undefined
  if (!isSibling(operandData)) return relation
  const [isFirst, isSecond] = [isOfKind(comparison.kind), isOfKind(operandData.kind)]
  return (value, operand) => (isFirst(value) && isSecond(operand) ? relation(value, operand) : undefined)
}

/**
 * Whether one of two attributes can be compared. Null as the other one does not hide that it cannot. A driver returns `infinity`
 * as a number or as a text, which equals itself and is no time.
 */
const isOfKind =
  (kind: Kind | undefined) =>
  (value: unknown): boolean => {
    const group = classify(value)
    return group === NULL || (kind ? group === classOfKind[kind] : group > NULL)
  }

/** Compares values, and adds `path` to the attributes that failed. */
function relate(comparison: Comparison, path: string): Relate {
  const test = relateValues(comparison)
  return (value, operand, failed) => {
    const truth = test(comparable(value), comparable(operand))
    if (truth === undefined) failed?.push(path)
    return truth
  }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** Whether a text is in a list of the policy. */
function findInTexts(attribute: string, list: readonly string[], relateAny: Relate): Test {
  return (row, _, failed) => {
    const value = (row as Readable)[attribute]
    return typeof value === 'string' ? list.includes(value) : relateAny(value, list, failed)
  }
}

const isOrder = (op: string): op is keyof typeof orders => Object.hasOwn(orders, op)

/** A comparison with a time of the policy. */
function compareTime(
  attribute: string,
  isTrue: (a: number, b: number) => boolean,
  date: Date,
  relateAny: Relate,
): Test {
  const limit = readTime(date)
  return (row, _, failed) => {
    const value = (row as Readable)[attribute]
    const time = readQuickly(value)
    return time === time && limit === limit ? isTrue(time, limit) : relateAny(value, date, failed)
  }
}

function compare(comparison: Comparison, path: string): Test {
  const { op, attribute, value, by } = comparison
  const relateAny = relate(comparison, path)
  const isEqual = op === 'eq' && by === undefined
  if (isSibling(value)) {
    const { attribute: other } = value
    return (row, _, failed) => relateAny((row as Readable)[attribute], (row as Readable)[other], failed)
  }
  if (op === 'in' && by === undefined && isTexts(value)) return findInTexts(attribute, value, relateAny)
  // Several functions, because V8 learns for each of them which objects it reads.
  if (value instanceof Date && by === undefined && isOrder(op))
    return compareTime(attribute, orders[op], value, relateAny)
  if (!isReference(value)) {
    const simpleType = isEqual && areSimple(value, value) ? typeof value : undefined
    return (row, _, failed) => {
      const a = (row as Readable)[attribute]
      return typeof a === simpleType && a === a ? a === value : relateAny(a, value, failed)
    }
  }
  const { subject: reference } = value
  return (row, asker, failed) => {
    const a = (row as Readable)[attribute]
    const b = (asker as Readable)[reference]
    return isEqual && areSimple(a, b) ? a === b : relateAny(a, b, failed)
  }
}

/** Whether the subject has values that all comparisons of a condition can be tested with, whatever the row is. */
type HasOperands = (asker: Row) => boolean

const always: HasOperands = () => true

function requireOperand(part: OperandPart, references: Reads): HasOperands {
  if (part.op === 'subject') {
    const test = compile(part.condition, references, references)
    return (asker) => test(asker, asker) !== undefined
  }
  const { op, by, value } = part
  if (!isReference(value)) return isOperand(part, value) ? always : () => false
  const { subject: reference } = value
  // Most values of subjects are texts and numbers, which are operands of most operators.
  const isSimple = by === undefined && /^(eq|contains)$/.test(op)
  return (asker) => {
    const operand = (asker as Readable)[reference]
    return (isSimple && areSimple(operand, operand)) || isOperand(part, comparable(operand))
  }
}

/** The test of all operands in a condition; `always` if the subject gives none. */
function requireOperands(condition: Condition, references: Reads): HasOperands {
  const tests = listOperandParts(condition)
    .map((part) => requireOperand(part, references))
    .filter((each) => each !== always)
  return tests.length > 1 ? (asker) => tests.every((each) => each(asker)) : (tests[0] ?? always)
}

/** Whether the test is true for the object at an attribute. */
const testObject =
  (attribute: string, path: string, test: Test, hasOperands: HasOperands): Test =>
  (row, asker, failed) => {
    const object = (row as Readable)[attribute]
    if (isObject(object)) return test(object, asker, failed)
    if (object === null && hasOperands(asker)) return false
    failed?.push(path)
    return undefined
  }

/** Whether the test is true for an object in the list at an attribute. Null in a list is no object. */
const testItems =
  (attribute: string, path: string, test: Test, hasOperands: HasOperands): Test =>
  (row, asker, failed) => {
    const list = (row as Readable)[attribute]
    const isList = Array.isArray(list)
    let truth: Truth = isList || list === null ? false : undefined
    if (truth === undefined) failed?.push(path)
    for (let i = 0; isList && i < list.length; i += 1) {
      const item: unknown = list[i]
      if (item === null) continue
      const part = isObject(item) ? test(item, asker, failed) : void failed?.push(path)
      if (part) return part
      truth = part === undefined ? part : truth
    }
    if (truth === undefined || hasOperands(asker)) return truth
    failed?.push(path)
    return undefined
  }

/** A test that is `decisive` as soon as one of the tests is. */
const decideBy =
  (tests: readonly Test[], decisive: boolean): Test =>
  (resource, subject, failed) => {
    let truth: Truth = !decisive
    for (let i = 0; i < tests.length; i += 1) {
      const part = (tests[i] as Test)(resource, subject, failed)
      if (part === decisive) return part
      truth = part === undefined ? part : truth
    }
    return truth
  }

/** The same for two tests, which most junctions have: a loop takes a tenth longer. */
const decideByTwo =
  (first: Test, second: Test, decisive: boolean): Test =>
  (resource, subject, failed) => {
    const truth = first(resource, subject, failed)
    if (truth === decisive) return truth
    const other = second(resource, subject, failed)
    return other === decisive || truth !== undefined ? other : truth
  }

function junction(tests: readonly Test[], decisive: boolean): Test {
  return tests.length === 2
    ? decideByTwo(tests[0] as Test, tests[1] as Test, decisive)
    : decideBy(tests, decisive)
}

const negate =
  (test: Test): Test =>
  (row, asker, failed) => {
    const truth = test(row, asker, failed)
    return truth === undefined ? truth : !truth
  }

/**
 * Turns a condition into a function of a resource and a subject, and adds the attributes that it reads to `reads` and
 * `references`. It uses only closures, because edge runtimes forbid generated code. `prefix` is the path of the object, for
 * the names of failed attributes.
 * Somebody has checked the condition: see `checkTestable`.
 */
export function compile(condition: Condition, reads: Reads, references: Reads, prefix = ''): Test {
  const inner = (part: Condition): Test => compile(part, reads, references, prefix)
  if (isJunction(condition)) return junction(condition.conditions.map(inner), condition.op === 'or')
  if (condition.op === 'not') return negate(inner(condition.condition))
  if (condition.op === 'subject') {
    const test = compile(condition.condition, references, references, 'subject.')
    return (_, asker, failed) => test(asker, asker, failed)
  }
  const { op, attribute } = condition
  // Nobody has checked the operators of a condition that you pass to `holds`, and only a policy can follow `may`.
  if (op === 'may' || (!hasInner(condition) && !Object.hasOwn(relations, op))) return () => undefined
  const path = prefix + attribute
  const nested = addRead(attribute, reads)
  if (hasInner(condition)) {
    const test = compile(condition.condition, nested, references, `${path}.`)
    const hasOperands = requireOperands(condition.condition, references)
    // The test of each item reads the attributes of the subject again.
    if (op === 'some') references.isRepeated = true
    return (op === 'some' ? testItems : testObject)(attribute, path, test, hasOperands)
  }
  const { value, by } = condition
  if (isReference(value)) addRead(value.subject, references)
  if (isSibling(value)) addRead(value.attribute, reads)
  return compare(condition, by === undefined ? path : `${by}(${path})`)
}

const NO_SUBJECT = {}

/** Calls the test with the row, or with a copy of the row if the test reads an attribute twice or a getter throws. */
export function testOnce(test: Test, reads: Reads): (row: Row) => boolean {
  const testCopy = (row: Row) => test(copyReads(row, reads), NO_SUBJECT) === true
  if (readsTwice(reads)) return testCopy
  return (row) => {
    try {
      // What all objects inherit can make a condition true that is untestable without it, and never the reverse.
      return test(row, NO_SUBJECT) === true && (!isPolluted() || testCopy(row))
    } catch {
      return testCopy(row)
    }
  }
}

/**
 * Whether the condition is true for a row. Null equals nothing, so that a comparison with null is false and its negation
 * is true. A condition on an absent attribute, or on a value of another kind, is neither true nor false.
 * @throws {InvalidPolicy} for a condition that is too deep, or that follows a policy.
 */
export function holds(condition: Condition, resource: Row, subject: Row = {}): boolean {
  const [reads, references] = [noReads(), noReads()]
  const test = compile(checkTestable(condition), reads, references)
  return test(copyReads(resource, reads), copyReads(subject, references)) === true
}

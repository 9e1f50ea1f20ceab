import {
  type Comparison,
  type Condition,
  type Nested,
  IMPLEMENTATION,
  isSibling,
  hasInner,
  isJunction,
} from './condition.ts'
import { type Kind, classOfKind } from './kind.ts'
import { type Reads, addRead } from './reads.ts'
import { type Truth, areSimple, isOperand, orders, relations } from './relation.ts'
import { NULL, classify, isObject, own, readTime } from './value.ts'

export type { Truth } from './relation.ts'

/** An object with attributes. */
export type Row = object

/**
 * A condition as a function of a resource and a subject. It adds the attributes that it cannot compare to `failed`. While there are
 * attributes of all objects (`isPolluted`), the resource and the subject must be copies (`copyReads`).
 */
export type Test = (resource: Row, subject: Row, failed?: string[]) => Truth

/** A value as a condition compares it. The condition reads a list or a date once, so that it needs no copy of it. */
export const comparable = (value: unknown): unknown =>
  typeof value !== 'object' || Array.isArray(value) || value instanceof Date ? value : own(value)

type Readable = Readonly<Record<string, unknown>>

type Relate = (value: unknown, operand: unknown, failed: string[] | undefined) => Truth

function relateValues(comparison: Comparison): (value: unknown, operand: unknown) => Truth {
  const { op, by, value: operandData, [IMPLEMENTATION]: implementation } = comparison
  const relation = relations[op]
  if (by !== undefined)
    return (value, operand) =>
      isOperand(comparison, operand) ? implementation?.(value, relation, operand) : undefined
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
    return group === NULL || (kind ? group === classOfKind(kind) : group > NULL)
  }

/** Compares values, and adds the path to the attributes that failed. */
export function relate(comparison: Comparison, path: string): Relate {
  const { by } = comparison
  const name = by === undefined ? path : `${by}(${path})`
  const test = relateValues(comparison)
  return (value, operand, failed) => {
    const truth = test(comparable(value), comparable(operand))
    if (truth === undefined) failed?.push(name)
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
    const time = value instanceof Date ? readTime(value) : NaN
    return time === time && limit === limit ? isTrue(time, limit) : relateAny(value, date, failed)
  }
}

// Several functions, because V8 learns for each of them which objects it reads.
function compare(comparison: Comparison, path: string): Test {
  const { op, attribute, value, by } = comparison
  const relateAny = relate(comparison, path)
  if (isSibling(value)) {
    const { attribute: other } = value
    return (row, _, failed) => relateAny((row as Readable)[attribute], (row as Readable)[other], failed)
  }
  const isPlain = by === undefined
  if (isPlain && op === 'in' && isTexts(value)) return findInTexts(attribute, value, relateAny)
  const order = isPlain && value instanceof Date && orders[op as keyof typeof orders]
  if (order) return compareTime(attribute, order, value, relateAny)
  const simpleType = isPlain && op === 'eq' && areSimple(value, value) && typeof value
  return (row, _, failed) => {
    const a = (row as Readable)[attribute]
    return typeof a === simpleType && a === a ? a === value : relateAny(a, value, failed)
  }
}

/** Whether the subject has values that all comparisons of a condition can be tested with, whatever the row is. */
export type HasOperands = (asker: Row) => boolean

export const always: HasOperands = () => true

/** How to test the parts of a condition that read the subject. Packed rules have none. */
export interface SubjectTests {
  /** The attributes of the subject that the tests read. */
  readonly references: Reads
  /** The test of a condition on the subject alone. */
  readonly compile: (condition: Condition) => Test
  /** The test of a comparison with an attribute of the subject; undefined for any other comparison. */
  readonly compare: (comparison: Comparison, path: string) => Test | undefined
  /** The test of all operands in a condition on another object. */
  readonly requireOperands: (condition: Condition) => HasOperands
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
const joinTests =
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

const negate =
  (test: Test): Test =>
  (row, asker, failed) => {
    const truth = test(row, asker, failed)
    return truth === undefined ? truth : !truth
  }

const untestable: Test = () => undefined

function compileNested(
  { op, attribute, condition }: Extract<Nested, { readonly attribute: string }>,
  reads: Reads,
  path: string,
  subject: SubjectTests | undefined,
): Test {
  const test = compileTest(condition, addRead(attribute, reads), subject, `${path}.`)
  const hasOperands = subject?.requireOperands(condition) ?? always
  // The test of each item reads the attributes of the subject again.
  if (op === 'some' && subject) subject.references.isRepeated = true
  return (op === 'some' ? testItems : testObject)(attribute, path, test, hasOperands)
}

/**
 * Turns a condition into a function of a resource and a subject, and adds the attributes that it reads to `reads`. It uses only
 * closures, because edge runtimes forbid generated code. `prefix` is the path of the object, for the names of failed attributes.
 * Somebody has checked the condition: see `checkTestable`.
 */
export function compileTest(condition: Condition, reads: Reads, subject?: SubjectTests, prefix = ''): Test {
  const inner = (part: Condition): Test => compileTest(part, reads, subject, prefix)
  if (isJunction(condition)) return joinTests(condition.conditions.map(inner), condition.op === 'or')
  if (condition.op === 'not') return negate(inner(condition.condition))
  if (condition.op === 'subject') return subject?.compile(condition.condition) ?? untestable
  const path = prefix + condition.attribute
  if (hasInner(condition)) return compileNested(condition, reads, path, subject)
  // Nobody has checked the operators of a condition that you pass to `holds`, and only a policy can follow `may`.
  if (condition.op === 'may' || !Object.hasOwn(relations, condition.op)) return untestable
  addRead(condition.attribute, reads)
  if (isSibling(condition.value)) addRead(condition.value.attribute, reads)
  return subject?.compare(condition, path) ?? compare(condition, path)
}

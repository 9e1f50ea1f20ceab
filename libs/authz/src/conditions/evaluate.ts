import { type Comparison, type Condition, isReference } from './condition.ts'
import { MOST_NESTED, TOO_LARGE, tooDeep } from './depth.ts'
import { type Reads, addRead, copyReads, noReads, readsTwice } from './reads.ts'
import { DATE, NULL, NUMBER, TEXT, classify, isObject, own, readTime } from './value.ts'

/** An object with attributes. */
export type Row = object

/** True, false, or undefined if a value is absent or is not of the kind that the condition compares. */
export type Truth = boolean | undefined

/** A condition as a function of a resource and a subject. It adds the attributes that it cannot compare to `failed`. */
export type Test = (resource: Row, subject: Row, failed?: string[]) => Truth

type Relation = (value: unknown, operand: unknown) => Truth

/** A comparison with null is false, whatever the other value is. Values of the classes below `lowest` have no order. */
const relate =
  (lowest: number, isTrue: (a: number, b: number) => boolean): Relation =>
  (value, operand) => {
    const wanted = classify(operand)
    if (wanted <= NULL) return wanted ? false : undefined
    if (wanted < lowest) return undefined
    const given = classify(value)
    if (given <= NULL) return given ? false : undefined
    if (given !== wanted) return undefined
    return given === DATE
      ? isTrue(readTime(value), readTime(operand))
      : isTrue(value as number, operand as number)
  }

// 1 and 1n are equal, as in a database.
const equal = relate(TEXT, (a, b) => a <= b && a >= b)

/** Whether `===` compares the values. Most values are texts and numbers. NaN is unequal to itself. */
function areSimple(a: unknown, b: unknown): boolean {
  const type = typeof a
  return type === typeof b && (type === 'string' || (type === 'number' && a === a && b === b))
}

const same: Relation = (a, b) => (areSimple(a, b) ? a === b : equal(a, b))

const within: Relation = (value, list) => {
  if (!Array.isArray(list)) return list === null ? false : undefined
  let truth: Truth = false
  for (const item of list) {
    const found = same(value, item)
    if (found) return true
    truth = found === undefined ? found : truth
  }
  return truth
}

const relations: Readonly<Record<Comparison['op'], Relation>> = {
  eq: same,
  lt: relate(NUMBER, (a, b) => a < b),
  lte: relate(NUMBER, (a, b) => a <= b),
  gt: relate(NUMBER, (a, b) => a > b),
  gte: relate(NUMBER, (a, b) => a >= b),
  in: within,
  contains: (list, value) => {
    const wanted = classify(value)
    return wanted > NULL ? within(value, list) : wanted ? false : undefined
  },
  isNull: (value) => (value === undefined || typeof value === 'function' ? undefined : value === null),
}

type Readable = Readonly<Record<string, unknown>>

/** A value as a condition compares it. The condition reads a list once, so that it needs no copy of the list. */
const comparable = (value: unknown): unknown =>
  typeof value !== 'object' || Array.isArray(value) ? value : own(value)

function compare({ op, attribute, value }: Comparison, path: string): Test {
  const relation = relations[op]
  const isEqual = op === 'eq'
  const reference = isReference(value) ? value.subject : undefined
  const relateAny = (a: unknown, b: unknown, failed: string[] | undefined): Truth => {
    const truth = relation(comparable(a), comparable(b))
    if (truth === undefined) failed?.push(path)
    return truth
  }
  // Two functions, because V8 learns for each of them which objects it reads.
  if (reference === undefined) {
    const simpleType = isEqual && areSimple(value, value) ? typeof value : undefined
    return (row, _, failed) => {
      const a = (row as Readable)[attribute]
      return typeof a === simpleType && a === a ? a === value : relateAny(a, value, failed)
    }
  }
  return (row, asker, failed) => {
    const a = (row as Readable)[attribute]
    const b = (asker as Readable)[reference]
    return isEqual && areSimple(a, b) ? a === b : relateAny(a, b, failed)
  }
}

/** Whether the test is true for the object at an attribute. */
const testObject =
  (attribute: string, path: string, test: Test): Test =>
  (row, asker, failed) => {
    const object = comparable((row as Readable)[attribute])
    if (isObject(object)) return test(object, asker, failed)
    if (object === null) return false
    failed?.push(path)
    return undefined
  }

/** Whether the test is true for an object in the list at an attribute. Null in a list is no object. */
const testItems =
  (attribute: string, path: string, test: Test): Test =>
  (row, asker, failed) => {
    const list = comparable((row as Readable)[attribute])
    const isList = Array.isArray(list)
    let truth: Truth = isList || list === null ? false : undefined
    if (truth === undefined) failed?.push(path)
    for (let i = 0; isList && i < list.length; i += 1) {
      const item = own(list[i])
      if (item === null) continue
      const part = isObject(item) ? test(item, asker, failed) : void failed?.push(path)
      if (part) return part
      truth = part === undefined ? part : truth
    }
    return truth
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
 * @throws {InvalidPolicy} if more than `most` conditions are around a comparison.
 */
export function compile(
  condition: Condition,
  reads: Reads,
  references: Reads,
  most = MOST_NESTED,
  prefix = '',
): Test {
  // The text is in the place of a part that a copy lacks.
  if (most < 0 || (condition as unknown) === TOO_LARGE) throw tooDeep()
  const inner = (part: Condition): Test => compile(part, reads, references, most - 1, prefix)
  if ('conditions' in condition)
    // Nobody has checked a condition that you pass to `holds`. An unknown junction must not count as `and`.
    return /^(and|or)$/.test(condition.op)
      ? decideBy(condition.conditions.map(inner), condition.op === 'or')
      : () => undefined
  if (condition.op === 'not') return negate(inner(condition.condition))
  if (condition.op === 'subject') {
    const test = compile(condition.condition, references, references, most - 1, 'subject.')
    return (_, asker, failed) => test(asker, asker, failed)
  }
  const { op, attribute } = condition
  const path = prefix + attribute
  const nested = addRead(attribute, reads)
  if ('condition' in condition) {
    const test = compile(condition.condition, nested, references, most - 1, `${path}.`)
    // The test of each item reads the attributes of the subject again.
    if (op === 'some') references.isRepeated = true
    return (op === 'some' ? testItems : testObject)(attribute, path, test)
  }
  if (isReference(condition.value)) addRead(condition.value.subject, references)
  return compare(condition, path)
}

const NO_SUBJECT = {}

/** Calls the test with the row, or with a copy of the row if the test reads an attribute twice or a getter throws. */
export function testOnce(test: Test, reads: Reads): (row: Row) => boolean {
  const testCopy = (row: Row) => test(copyReads(row, reads), NO_SUBJECT) === true
  if (readsTwice(reads)) return testCopy
  return (row) => {
    try {
      return test(row, NO_SUBJECT) === true
    } catch {
      return testCopy(row)
    }
  }
}

/**
 * Whether the condition is true for a row. Null equals nothing, so that a comparison with null is false and its negation
 * is true. A condition on an absent attribute, or on a value of another kind, is neither true nor false.
 */
export function holds(condition: Condition, resource: Row, subject: Row = {}): boolean {
  const [reads, references] = [noReads(), noReads()]
  const test = compile(condition, reads, references)
  return test(copyReads(resource, reads), copyReads(subject, references)) === true
}

import { type Comparison, type Condition, fold, isMeasure, isReference } from './condition.ts'

/** An object with attributes. A missing attribute is undefined, as in JavaScript. */
export type Row = object

/** A condition as a function. */
export type Test = (resource: Row, subject: Row) => boolean

const read = (row: Row, name: string): unknown => (row as Record<string, unknown>)[name]

const inOrder = (a: unknown, b: unknown): boolean =>
  isMeasure(a) && isMeasure(b) && a instanceof Date === b instanceof Date

// 1 and 1n are equal, as in a database. Two dates with the same time are equal too.
const same = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' || typeof a === 'boolean'
    ? a === b
    : inOrder(a, b) && (a as number) <= (b as number) && (a as number) >= (b as number)

const has = (list: unknown, value: unknown): boolean =>
  Array.isArray(list) && list.some((item) => same(item, value))

const relations: Readonly<Record<Comparison['op'], (a: never, b: never) => boolean>> = {
  eq: same,
  lt: (a, b) => inOrder(a, b) && a < b,
  lte: (a, b) => inOrder(a, b) && a <= b,
  gt: (a, b) => inOrder(a, b) && a > b,
  gte: (a, b) => inOrder(a, b) && a >= b,
  contains: has,
  in: (value, list) => has(list, value),
  isNull: (value) => (value ?? null) === null,
}

function compare({ op, attribute, value }: Comparison): Test {
  const related = relations[op] as (a: unknown, b: unknown) => boolean
  if (!isReference(value)) return (resource) => related(read(resource, attribute), value)
  const { subject: name } = value
  // Most rules compare an owner. V8 inlines this call, because it always calls the same function.
  return op === 'eq'
    ? (resource, subject) => same(read(resource, attribute), read(subject, name))
    : (resource, subject) => related(read(resource, attribute), read(subject, name))
}

/** A test that is true if at least one of the tests is true. For one test, it is that test. */
export const anyOf = (tests: readonly Test[]): Test =>
  tests.length === 1
    ? (tests[0] as Test)
    : (resource, subject) => {
        for (const test of tests) if (test(resource, subject)) return true
        return false
      }

const negation =
  (test: Test): Test =>
  (resource, subject) =>
    !test(resource, subject)

/** Turns a condition into a function. It uses only closures, because edge runtimes forbid generated code. */
export const compile = (condition: Condition): Test =>
  fold<Test>(
    condition,
    (op, tests) => (op === 'or' ? anyOf(tests) : negation(anyOf(tests.map(negation)))),
    negation,
    compare,
  )

/**
 * Whether the condition is true for a row. Null and undefined equal nothing, so a comparison with null is false
 * and its negation is true. References read the attributes of `subject`. Without a subject, they are undefined.
 */
export const holds = (condition: Condition, resource: Row, subject: Row = {}): boolean =>
  compile(condition)(resource, subject)

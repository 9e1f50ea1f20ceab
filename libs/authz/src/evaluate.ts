import { type Comparison, type Condition, fold, isMeasure, isReference } from './condition.ts'

/** Anything with attributes. A missing one is undefined, as in JavaScript. */
export type Row = object

/** A condition made ready to run. */
export type Test = (resource: Row, subject: Row) => boolean

const read = (row: Row, name: string): unknown => (row as Record<string, unknown>)[name]

const inOrder = (a: unknown, b: unknown): boolean =>
  isMeasure(a) && isMeasure(b) && a instanceof Date === b instanceof Date

// 1 and 1n are one number, here as in a database, and so are two dates of one instant.
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
  // Ownership is what most rules are about: a call that is always the same gets inlined.
  return op === 'eq'
    ? (resource, subject) => same(read(resource, attribute), read(subject, name))
    : (resource, subject) => related(read(resource, attribute), read(subject, name))
}

/** The or of tests; of one test, the test itself. */
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

/** Turns a condition into a function; of closures only, since edge runtimes forbid generated code. */
export const compile = (condition: Condition): Test =>
  fold<Test>(
    condition,
    (op, tests) => (op === 'or' ? anyOf(tests) : negation(anyOf(tests.map(negation)))),
    negation,
    compare,
  )

/**
 * Whether the condition holds for a row. Two-valued: null and undefined equal nothing, so a comparison with
 * them is false and its negation true. References read `subject`; without one they are null.
 */
export const holds = (condition: Condition, resource: Row, subject: Row = {}): boolean =>
  compile(condition)(resource, subject)

import { type Comparison, type Condition, type Operand, type Reference, isReference } from './condition.ts'

/** Anything with attributes. A missing one is undefined, as in JavaScript. */
export type Row = object

/** A condition made ready to run. */
export type Test = (resource: Row, subject: Row) => boolean

// Methods are no attributes: `constructor` and `toString` are found on every object.
const read = (row: Row, name: string): unknown => {
  const value = (row as Record<string, unknown>)[name]
  return typeof value === 'function' ? undefined : value
}

// A value with a place on a line: number, bigint or instant. NaN and null have none.
const measure = (value: unknown): number | bigint | undefined =>
  typeof value === 'number' || typeof value === 'bigint' ? value : value instanceof Date ? +value : undefined

const comparable = (a: unknown, b: unknown) => a instanceof Date === b instanceof Date

const same = (a: unknown, b: unknown): boolean => {
  if (typeof a === 'string' || typeof a === 'boolean') return a === b
  const measured = measure(a)
  // Loose on purpose: 1 and 1n are the same number, and so are they to a database.
  // eslint-disable-next-line eqeqeq
  return measured !== undefined && comparable(a, b) && measured == measure(b)
}

const order: Record<'lt' | 'lte' | 'gt' | 'gte', (a: number | bigint, b: number | bigint) => boolean> = {
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
}

const relation = (op: Comparison): ((a: unknown, b: unknown) => boolean) => {
  if (op === 'eq') return same
  if (op === 'contains') return (list, value) => Array.isArray(list) && list.some((item) => same(item, value))
  const inOrder = order[op]
  return (a, b) => {
    const [x, y] = [measure(a), measure(b)]
    return x !== undefined && y !== undefined && comparable(a, b) && inOrder(x, y)
  }
}

const valueOf = (operand: Operand | Reference | readonly unknown[]): ((subject: Row) => unknown) =>
  isReference(operand) ? (subject) => read(subject, operand.subject) : () => operand

/** Turns a condition into a function; closures only, since edge runtimes forbid generated code. */
export function compile(condition: Condition): Test {
  switch (condition.op) {
    case 'and': {
      const tests = condition.conditions.map(compile)
      return (resource, subject) => tests.every((test) => test(resource, subject))
    }
    case 'or': {
      const tests = condition.conditions.map(compile)
      return (resource, subject) => tests.some((test) => test(resource, subject))
    }
    case 'not': {
      const test = compile(condition.condition)
      return (resource, subject) => !test(resource, subject)
    }
    case 'isNull':
      return (resource) => (read(resource, condition.attribute) ?? null) === null
    default:
      return compileComparison(condition)
  }
}

function compileComparison({
  op,
  attribute,
  value,
}: Extract<Condition, { attribute: string; value: unknown }>): Test {
  const right = valueOf(value)
  if (op === 'in') {
    const contains = relation('contains')
    return (resource, subject) => contains(right(subject), read(resource, attribute))
  }
  const related = relation(op)
  return (resource, subject) => related(read(resource, attribute), right(subject))
}

/**
 * Whether the condition holds for a row. Two-valued: null and undefined equal nothing, so a comparison with
 * them is false and its negation true. References read `subject`; without one they are null.
 */
export const holds = (condition: Condition, resource: Row, subject: Row = {}): boolean =>
  compile(condition)(resource, subject)

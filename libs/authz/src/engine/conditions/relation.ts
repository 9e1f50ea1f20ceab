import { type Comparison, type Relation, type Truth, isSearch } from './condition.ts'
import { DATE, NULL, NUMBER, TEXT, classify, readTime } from './value.ts'

export type { Truth } from './condition.ts'

/** The comparisons of numbers. 1 and 1n are equal, as in a database. */
export const orders = {
  eq: (a: number, b: number): boolean => a <= b && a >= b,
  lt: (a: number, b: number): boolean => a < b,
  lte: (a: number, b: number): boolean => a <= b,
  gt: (a: number, b: number): boolean => a > b,
  gte: (a: number, b: number): boolean => a >= b,
}

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

const equal = relate(TEXT, orders.eq)

/** Whether `===` compares the values. Most values are texts and numbers. NaN is unequal to itself. */
export function areSimple(a: unknown, b: unknown): boolean {
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

const HALF_PAIR = /\p{Surrogate}/u

/** No text of a database contains half of a surrogate pair. */
const search =
  (isFound: (text: string, part: string) => boolean): Relation =>
  (value, part) => {
    if (typeof part !== 'string') return part === null ? false : undefined
    if (typeof value !== 'string') return value === null ? false : undefined
    return isFound(value, part) && !HALF_PAIR.test(part)
  }

export const relations: Readonly<Record<Comparison['op'], Relation>> = {
  eq: same,
  lt: relate(NUMBER, orders.lt),
  lte: relate(NUMBER, orders.lte),
  gt: relate(NUMBER, orders.gt),
  gte: relate(NUMBER, orders.gte),
  in: within,
  contains: (list, value) => {
    const wanted = classify(value)
    return wanted > NULL ? within(value, list) : wanted ? false : undefined
  },
  startsWith: search((text, part) => text.startsWith(part)),
  endsWith: search((text, part) => text.endsWith(part)),
  includes: search((text, part) => text.includes(part)),
  isNull: (value) => (value === undefined || typeof value === 'function' ? undefined : value === null),
}

/** Whether a comparison with the operand can be tested at all. Null is an operand: a comparison with it is false. */
export function isOperand({ op, by }: Pick<Comparison, 'op' | 'by'>, operand: unknown): boolean {
  const isOfText = by !== undefined || isSearch(op)
  const lowest = op === 'eq' || op === 'in' || op === 'contains' ? TEXT : NUMBER
  const isScalar = (value: unknown) =>
    value === null || (isOfText ? typeof value === 'string' : classify(value) >= lowest)
  if (op === 'isNull' || operand === null) return true
  return op === 'in' ? Array.isArray(operand) && operand.every(isScalar) : isScalar(operand)
}

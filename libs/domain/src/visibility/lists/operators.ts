import type { ValueKind } from '../../model/fields/field-kinds.ts'

const EQUALITY = ['eq', 'ne', 'in', 'notIn', 'isNull'] as const
const ORDERED = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'notIn', 'isNull'] as const

/** C13.1: the operators of each kind of values, in the order of the schema. */
export const OPERATORS = {
  id: EQUALITY,
  text: ['eq', 'ne', 'in', 'notIn', 'contains', 'startsWith', 'isNull'],
  integer: ORDERED,
  number: ORDERED,
  time: ORDERED,
  date: ORDERED,
  decimal: ORDERED,
  flag: ['eq', 'isNull'],
  choice: EQUALITY,
  json: ['isNull'],
  texts: ['has', 'hasAny', 'hasAll', 'isEmpty'],
  list: ['has', 'hasAny', 'hasAll', 'isEmpty'],
  parts: ['isEmpty'],
} as const satisfies Readonly<Record<ValueKind, readonly string[]>>

export type Operator = (typeof OPERATORS)[ValueKind][number]

/** The operators whose value is a list. */
export const TAKES_LIST: ReadonlySet<string> = new Set(['in', 'notIn', 'hasAny', 'hasAll'])

/** What an operator finds, in a sentence for both interfaces. */
export const ABOUT_OPERATORS: Readonly<Record<Operator, string>> = {
  eq: 'Equal to the value.',
  ne: 'Not equal to the value, or null.',
  lt: 'Less than the value.',
  lte: 'The value or less.',
  gt: 'Greater than the value.',
  gte: 'The value or more.',
  in: 'Equal to one of the values.',
  notIn: 'Equal to none of the values, or null.',
  contains: 'Has the text in it, whatever its case and accents.',
  startsWith: 'Begins with the text, whatever its case and accents.',
  isNull: 'Whether the value is null.',
  has: 'The list has the value.',
  hasAny: 'The list has one of the values.',
  hasAll: 'The list has all values.',
  isEmpty: 'Whether the list is empty.',
}

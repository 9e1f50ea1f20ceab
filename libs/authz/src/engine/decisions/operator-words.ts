import { suggest } from './suggest.ts'

const OPERATORS = [
  ...['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte', 'contains', 'startsWith', 'endsWith', 'includes'],
  ...['isNull', 'and', 'or', 'not', 'is', 'some', 'every', 'none', 'subject', 'may'],
]

/** The words of other libraries. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  equals: 'eq',
  equal: 'eq',
  notEquals: 'ne',
  notEqual: 'ne',
  neq: 'ne',
  oneOf: 'in',
  isIn: 'in',
  inArray: 'in',
  lessThan: 'lt',
  greaterThan: 'gt',
  has: 'contains',
  like: 'includes',
  beginsWith: 'startsWith',
}

export const isOperator = (word: string): boolean => OPERATORS.includes(word)

// A short word is near to each of the operators with two letters.
const SHORTEST = 5

/** `; did you mean "startsWith"?`, or an empty text. */
export function suggestOperator(word: string): string {
  if (Object.hasOwn(OTHER_WORDS, word)) return `; did you mean "${OTHER_WORDS[word]}"?`
  return word.length < SHORTEST ? '' : suggest(word, OPERATORS)
}

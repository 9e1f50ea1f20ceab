import { compareEqual, compareItems, compareList, compareOrder, type Compare } from '../rules/comparisons.ts'

/** The operators that compare one attribute, each with its condition. */
export const mongoComparisons: ReadonlyMap<string, Compare> = new Map([
  ['$eq', compareEqual],
  ['$in', compareList],
  ['$lt', compareOrder('lt')],
  ['$lte', compareOrder('lte')],
  ['$gt', compareOrder('gt')],
  ['$gte', compareOrder('gte')],
  ['$all', compareItems()],
])

/** The operators that are true if another one is false. */
export const mongoNegations: ReadonlyMap<string, string> = new Map([
  ['$ne', '$eq'],
  ['$nin', '$in'],
])

/** Why no condition expresses an operator, and what to write. */
export const inexactOperators: ReadonlyMap<string, string> = new Map([
  ['$regex', 'databases have other patterns; compare an attribute of its own'],
  ['$options', 'databases have other patterns; compare an attribute of its own'],
  ['$exists', 'a column always exists; write { $ne: null }'],
  ['$size', 'databases count in different ways; compare an attribute with the number'],
])

/** Whether CASL says yes for an attribute of an object that is null, which it reads as absent. */
export const matchesAbsent: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['$eq', (value: unknown) => value === undefined],
  ['$in', (value: unknown) => (value as readonly unknown[]).includes(undefined)],
  ['$lt', () => true],
  ['$lte', () => true],
])

import type { Condition } from '@content-service/authz'
import { classify, TEXT, DATE } from '@content-service/authz/conditions'
import {
  type Compare,
  compareEqual,
  compareItems,
  compareList,
  compareOrder,
  compareText,
} from '../rules/comparisons.ts'
import { Inexact, display } from '../rules/inexact.ts'
import { type Part, any, compare, readQueries } from '../rules/query.ts'

/** CASL finds the item itself, and two dates of one time are two items. */
const isItem = (value: unknown): boolean => classify(value) >= TEXT && classify(value) !== DATE

function compareSome(attribute: string, part: Part): Condition {
  const values = readQueries(part.value, part)
  const other = values.find((value) => !isItem(value))
  if (other !== undefined || values.includes(undefined))
    throw new Inexact(part.operator, part.field, `it looks for ${display(other)}`)
  return any(values.map((value) => compare('contains', attribute, value)))
}

const compareEvery = compareItems(isItem)
const compareItem: Compare = (attribute, part) => compareEvery(attribute, { ...part, value: [part.value] })

/** The operators that compare one attribute, each with its condition. */
export const prismaComparisons: ReadonlyMap<string, Compare> = new Map([
  ['equals', compareEqual],
  ['in', compareList],
  ['lt', compareOrder('lt')],
  ['lte', compareOrder('lte')],
  ['gt', compareOrder('gt')],
  ['gte', compareOrder('gte')],
  ['startsWith', compareText('startsWith')],
  ['endsWith', compareText('endsWith')],
  ['contains', compareText('includes')],
  ['has', compareItem],
  ['hasSome', compareSome],
  ['hasEvery', compareEvery],
])

/** The operators that are true if another one is false. */
export const prismaNegations: ReadonlyMap<string, string> = new Map([
  ['notIn', 'in'],
  ['none', 'some'],
  ['isNot', 'is'],
])

/** Why no condition expresses an operator, and what to write. */
export const inexactOperators: ReadonlyMap<string, string> = new Map([
  ['isEmpty', 'databases tell an empty list from null in different ways; compare an attribute of its own'],
  ['isSet', 'a column always exists; write { not: null }'],
])

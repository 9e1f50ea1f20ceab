import type { Comparison, Condition } from '@content-service/authz'
import { DATE, NUMBER, TEXT, classify } from '@content-service/authz/conditions'
import { Inexact, display } from './inexact.ts'
import { type Part, all, any, compare, never, readQueries } from './query.ts'

/** A comparison with an attribute of one object, whose last name is `attribute`. */
export type Compare = (attribute: string, part: Part) => Condition

const refuse = ({ operator, field }: Part, why: string): never => {
  throw new Inexact(operator, field, why)
}

/** No column has these values, and they equal nothing in JavaScript. */
const isNoValue = (value: unknown): boolean =>
  value === undefined || (classify(value) === 0 && (typeof value === 'number' || value instanceof Date))

const isScalar = (value: unknown): boolean => classify(value) >= TEXT

/** In rules of CASL, null equals null. */
export const compareEqual: Compare = (attribute, part) => {
  const { value } = part
  if (value === null) return compare('isNull', attribute)
  if (isNoValue(value)) return never
  if (!isScalar(value)) refuse(part, `it compares with ${display(value)}, which is no text, number or date`)
  return compare('eq', attribute, value)
}

export const compareList: Compare = (attribute, part) => {
  const given = readQueries(part.value, part)
  const values = given.filter((item) => item !== null && !isNoValue(item))
  const other = values.find((item) => !isScalar(item))
  if (other !== undefined) refuse(part, `it compares with ${display(other)}`)
  if (new Set(values.map(classify)).size > 1) refuse(part, 'its list has values of two kinds')
  return any([
    given.includes(null) ? compare('isNull', attribute) : never,
    values.length > 0 ? compare('in', attribute, values) : never,
  ])
}

/** Whether JavaScript says that null is before, at or after a number. */
const nullIs = {
  lt: (value: number) => !(value < 0),
  lte: (value: number) => !(value < 0),
  gt: (value: number) => value < 0,
  gte: (value: number) => value < 0,
} as const

/** A rule of CASL puts null at the place of zero, before zero itself. A database puts it nowhere. */
export const compareOrder =
  (op: keyof typeof nullIs): Compare =>
  (attribute, part) => {
    const { value } = part
    const group = classify(value)
    if (group !== NUMBER && group !== DATE)
      refuse(part, `databases order ${display(value)} in another way than JavaScript`)
    const compared = compare(op, attribute, value)
    return nullIs[op](Number(value)) ? any([compare('isNull', attribute), compared]) : compared
  }

/** The list has each of the values. */
export const compareItems =
  (isItem: (value: unknown) => boolean = isScalar): Compare =>
  (attribute, part) => {
    const values = readQueries(part.value, part)
    if (values.length === 0) refuse(part, 'an empty list is true for each list')
    const other = values.find((item) => !isItem(item))
    if (other !== undefined || values.includes(undefined)) refuse(part, `it looks for ${display(other)}`)
    return all(values.map((item) => compare('contains', attribute, item)))
  }

/** The text begins with, ends with or includes a text. */
export const compareText =
  (op: Comparison['op']): Compare =>
  (attribute, part) => {
    if (typeof part.value !== 'string') refuse(part, `it needs a text, not ${display(part.value)}`)
    return compare(op, attribute, part.value)
  }

/** An attribute that each object inherits, such as `constructor`, is no column. */
export function checkName(name: string, { operator, field }: Part): string {
  if (name === '' || name in Object.prototype)
    throw new Inexact(operator, field, `${display(name)} is no name of an attribute; choose another name`)
  return name
}

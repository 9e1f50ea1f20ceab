import type { Condition } from '@content-service/authz'
import type { ContentModel } from '../../model/content-model.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { badValue, type Problem } from '../../rules/errors.ts'
import { adviseName } from '../../rules/similar-name.ts'
import { createCount, type ValueCount } from '../../reading/connection.ts'
import type { ReadContext } from '../read-context.ts'
import { authorizeMasked } from './authorize-masked.ts'
import { createComparison } from './comparisons.ts'
import { listMembers, type Member, type ValueMember } from './list-members.ts'
import type { ListCost } from './list-price.ts'

const isCounted = (member: Member): member is ValueMember =>
  member.kind === 'value' &&
  (member.values === 'choice' || member.values === 'flag') &&
  member.trashOf === undefined

/** The fields by whose values a list of the type can be counted, by their names (C13.4). */
export const listCountFields = (
  model: ContentModel,
  type: RecordType,
): Readonly<Record<string, ValueMember>> =>
  Object.fromEntries(
    Object.entries(listMembers(model, type)).flatMap(([name, member]) =>
      isCounted(member) ? [[name, member] as const] : [],
    ),
  )

/** A value of a field, with the condition of the records that have it. */
export interface CountedValue {
  readonly value: string | null
  readonly where: Condition
}

/** The possible values of a field, and the cost of their numbers: 1 per value (C13.4). */
export interface CountedValues {
  readonly values: readonly CountedValue[]
  readonly cost: ListCost
}

const listWords = ({ values, words = [] }: ValueMember): readonly unknown[] =>
  values === 'flag' ? [true, false] : words

const canBeNull = ({ attributes }: RecordType, { attribute }: ValueMember): boolean =>
  attributes[attribute]?.isOptional === true

/** @throws BAD_USER_INPUT for a field that is not counted; UNAUTHENTICATED, FORBIDDEN (C13.3). */
export const findCountedValues = (
  context: ReadContext,
  type: RecordType,
  by: string,
  path: Problem['path'] = ['by'],
): CountedValues => {
  const fields = listCountFields(context.model, type)
  const member = Object.hasOwn(fields, by) ? fields[by] : undefined
  if (member === undefined)
    throw badValue(
      path,
      `${by} is no field by which ${type.names.plural} are counted; ${adviseName(by, Object.keys(fields))}`,
    )
  authorizeMasked(context, member.permissions, path, by)
  const values = listWords(member).map((word) => ({
    value: String(word),
    where: createComparison(context, { type, member, operator: 'eq' }, word),
  }))
  const missing = canBeNull(type, member)
    ? [{ value: null, where: createComparison(context, { type, member, operator: 'isNull' }, true) }]
    : []
  const all = [...values, ...missing]
  const unserved = member.isIndexed ? null : path.join('.')
  const asked = { list: type.plural, filters: [], orderBy: [], unserved }
  const price = all.length + Number(unserved !== null)
  return { values: all, cost: { price, unserved, lists: unserved === null ? [] : [asked] } }
}

const compareNames = (a: string | null, b: string | null): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a < b ? -1 : Number(a > b)
}

/** C13.4: the values that occur, most frequent first, then by name; null last among equals. */
export const createValueCounts = (
  { values }: CountedValues,
  numbers: readonly number[],
  limit: number,
): readonly ValueCount[] =>
  values
    .map(({ value }, place) => ({ value, count: createCount(numbers[place] ?? 0, limit) }))
    .filter(({ count }) => count.value > 0)
    .toSorted((a, b) => b.count.value - a.count.value || compareNames(a.value, b.value))

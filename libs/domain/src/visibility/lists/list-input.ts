import { createHash } from 'node:crypto'
import type { Condition } from '@content-service/authz'
import type { Collection } from '../../model/collections.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import type { FilterPart, ListInput, Order, RelatedSelection } from '../../reading/reading.ts'
import { isObject } from '../../rules/is-object.ts'
import { allOf } from '../../reading/reading.ts'
import type { ReadContext } from '../read-context.ts'
import { parseFilters } from './filter.ts'
import { parseOrder } from './list-order.ts'
import { computeListCost, type ListCost } from './list-price.ts'
import { parseWords, readWords } from './words.ts'

/** The filter and the order of a list, with what they ask of the database. */
export interface ParsedList {
  readonly where: Condition
  /** Null if the request has no order. */
  readonly orderBy: readonly Order[] | null
  readonly cost: ListCost
}

/** The short forms of a filter, by the names of their arguments. An absent one is no object. */
export const listParts = (short: Readonly<Record<string, unknown>>): readonly FilterPart[] =>
  Object.entries(short).flatMap(([name, where]) =>
    isObject(where) ? [{ where, path: [name], isShort: true as const, isReleased: true as const }] : [],
  )

/** The filter of a request, if it has one: null is as if absent (C13.1). */
const listFilters = ({ where, parts = [] }: ListInput): readonly FilterPart[] =>
  where === undefined || where === null ? parts : [...parts, { where, path: ['where'] }]

/** Parses the filter and the order of a list, with the short forms of the filter. @throws as parseFilters and parseOrder. */
export const parseList = (
  context: ReadContext,
  type: RecordType,
  input: ListInput & { readonly short?: readonly FilterPart[]; readonly isNested?: boolean },
): ParsedList => {
  const { short = [], isNested = false } = input
  const filters = [...short, ...listFilters(input)]
  const words = filters.filter(({ isWords }) => isWords)
  const compared = filters.filter(({ isWords }) => !isWords)
  const { condition, facts } = parseFilters(context, type, compared)
  const order = parseOrder(context, type, input.orderBy, facts.equal)
  const asked = { list: type.plural, filters, orderBy: order?.orderBy ?? [] }
  const facing = { ...facts, words: words.map(readWords) }
  return {
    where: allOf(condition, words.length > 0 && parseWords(type, words)),
    orderBy: order?.orderBy ?? null,
    // C13.6: the link to the parent finds the few records of a nested list.
    cost: computeListCost(
      isNested ? { ...facing, unserved: [], leads: [] } : facing,
      order?.unserved ?? null,
      asked,
    ),
  }
}

/** The list of a relation with the condition and the order of its request. */
export const withListInput = (
  context: ReadContext,
  of: Collection,
  related: RelatedSelection,
): RelatedSelection => {
  const { list, relation } = related
  const type = list && context.model.typeOf(context.model.relation(of, relation).to)
  if (list === undefined || type === undefined) return related
  const { where, orderBy } = parseList(context, type, list)
  return { ...related, where: allOf(where, related.where), ...(orderBy && { orderBy }) }
}

/** JSON with the members in the order of their names: equal filters have one text. */
const canonicalize = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonicalize)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, canonicalize(member)]),
  )
}

/** The end of the name of a list with a filter, by which its cursors differ from those of other filters (C13.2). */
export const nameFilter = (list: ListInput): string => {
  const filters = listFilters(list).map(({ where }) => canonicalize(where))
  if (filters.length === 0) return ''
  return ` ${createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 22)}`
}

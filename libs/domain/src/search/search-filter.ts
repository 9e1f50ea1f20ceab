import type { Condition } from '@content-service/authz'
import type { SearchedType } from '../model/searched-types.ts'
import { allOf, type FilterPart } from '../reading/reading.ts'
import { badValue } from '../rules/errors.ts'
import { isObject } from '../rules/is-object.ts'
import { adviseName } from '../rules/similar-name.ts'
import { parseFilters } from '../visibility/lists/filter.ts'
import { addCosts, computeListCost, FREE, type ListCost } from '../visibility/lists/list-price.ts'
import type { ReadContext } from '../visibility/read-context.ts'
import type { SearchType } from './search-store.ts'

/** The filter of a search: a condition for each type, and what they cost (C13.7). */
export interface SearchFilter {
  readonly conditions: Readonly<Record<SearchType, Condition>>
  readonly cost: ListCost
}

export const NO_FILTER: SearchFilter = { conditions: {}, cost: FREE }

/** The member of a filter for a type: `article`. */
export const nameMember = ({ name }: Pick<SearchedType, 'name'>): string =>
  `${name.charAt(0).toLowerCase()}${name.slice(1)}`

const listParts = (
  searched: SearchedType,
  given: Readonly<Record<string, unknown>>,
): readonly FilterPart[] => {
  const { createdAt } = given
  const member = nameMember(searched)
  const own = given[member]
  return [
    ...(createdAt === undefined ? [] : [{ where: { createdAt }, path: ['where'] }]),
    ...(own === undefined ? [] : [{ where: own, path: ['where', member] }]),
  ]
}

/**
 * Parses the filter of a search: `createdAt` narrows all hits, and a member the hits of its type alone.
 * @throws BAD_USER_INPUT, QUERY_TOO_COMPLEX, UNAUTHENTICATED, FORBIDDEN.
 */
export const parseSearchFilter = (context: ReadContext, where: unknown): SearchFilter => {
  if (where === undefined || where === null) return NO_FILTER
  if (!isObject(where)) throw badValue(['where'], 'must be an object')
  const { searches, typeNamed } = context.model
  const members = ['createdAt', ...searches.map(nameMember)]
  for (const name of Object.keys(where))
    if (!members.includes(name))
      throw badValue(['where', name], `is no type that a search finds; ${adviseName(name, members)}`)
  const parsed = searches.map((searched) => {
    const [type, filters] = [typeNamed(searched.name), listParts(searched, where)]
    const asked = { list: type.plural, filters, orderBy: [] }
    return { type: searched.type, asked, ...parseFilters(context, type, filters) }
  })
  return {
    conditions: Object.fromEntries(parsed.map(({ type, condition }) => [type, condition])),
    // The words of the search find the few records for which the filter is asked.
    cost: addCosts(
      parsed.map(({ facts, asked }) => computeListCost({ ...facts, unserved: [], leads: [] }, null, asked)),
    ),
  }
}

/** The condition of a type, with that of the filter. */
export const narrow = (condition: Condition, { conditions }: SearchFilter, type: SearchType): Condition =>
  conditions[type] ? allOf(condition, conditions[type]) : condition

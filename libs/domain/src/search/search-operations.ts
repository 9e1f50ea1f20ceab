import { where, type Condition } from '@content-service/authz'
import { accept } from '../rules/accept.ts'
import type { Context } from '../context/context.ts'
import type { ModelContext } from '../visibility/read-context.ts'
import { badValue, ContentError } from '../rules/errors.ts'
import type { ContentModel } from '../model/content-model.ts'
import type { Window } from '../reading/page.ts'
import { PRICES } from '../context/quota.ts'
import { allOf, type Row, type Selection } from '../reading/reading.ts'
import type { Collection } from '../model/collections.ts'
import type { CommentFacts } from '../access/built-in-facts.ts'
import { filterListed } from '../visibility/visible-rows.ts'
import { COUNT_LIMIT, type ValueCount } from '../reading/connection.ts'
import { createValueCounts } from '../visibility/lists/list-counts.ts'
import { FREE } from '../visibility/lists/list-price.ts'
import { createWordsRule, limitItems, MOST_SEARCHED } from '../rules/text.ts'
import { countTens, dropRepeated } from '../rules/searched-words.ts'
import { readHitRows } from './hit-rows.ts'
import { narrow, NO_FILTER, parseSearchFilter, type SearchFilter } from './search-filter.ts'
import { type SearchExtent, type SearchHit, type SearchScope, type SearchType } from './search-store.ts'

/** The names of all kinds of records that a search finds. */
export const listSearchTypes = ({ searches }: ContentModel): readonly SearchType[] =>
  searches.map(({ type }) => type)

/** A caller of the port can name a type that the model does not have. */
const findCollection = ({ searches }: ContentModel, type: SearchType): Collection => {
  const searched = searches.find((each) => each.type === type)
  if (searched === undefined)
    throw badValue(['types'], `must be among ${searches.map((each) => each.type).join(', ')}`)
  return searched.from
}

const checkWords = createWordsRule(MOST_SEARCHED)

export const searchRules = {
  query: (text: string) => dropRepeated(checkWords(text)),
  types: (types: readonly SearchType[]) => limitItems(types),
}

/** C4.5: no search finds DELETED articles or the comments on them. */
const filterSearched = (context: ModelContext, type: SearchType): Condition =>
  allOf(
    filterListed(context, findCollection(context.model, type)),
    type === 'COMMENT' && where<CommentFacts>().article.status.ne('DELETED'),
  )

export const createScope = (
  context: ModelContext,
  types: readonly SearchType[],
  filter = NO_FILTER,
): SearchScope =>
  Object.fromEntries(types.map((type) => [type, narrow(filterSearched(context, type), filter, type)]))

/** The words, the types and the filter of a search. */
export interface Sought {
  readonly query: string
  readonly types: readonly SearchType[]
  readonly filter?: SearchFilter
}

/** Charges for the search and for each word that it corrects (C12.12), and finds hits. */
export const findHits = async (
  context: Context,
  { query, types, filter = NO_FILTER }: Sought,
  extent: SearchExtent,
): Promise<readonly SearchHit[]> => {
  const { quota, stores } = context
  context.noteLists?.(filter.cost.lists)
  await quota.charge(countTens(query) * PRICES.search + filter.cost.price)
  const beforeCorrecting = (words: number) => quota.charge(words * PRICES.correctedWord)
  const isFiltered = filter !== NO_FILTER
  return context.inShare(() =>
    stores.search.search(query, createScope(context, types, filter), {
      ...extent,
      isFiltered,
      beforeCorrecting,
    }),
  )
}

/** The matching records that the caller may read, best match first (C5.3). */
export const searchAll = async (
  context: Context,
  text: string,
  window: Window,
  { types = listSearchTypes(context.model), where }: SearchNarrowing = {},
): Promise<readonly SearchHit[]> => {
  const { query } = accept(searchRules, { query: text })
  return findHits(context, { query, types, filter: parseSearchFilter(context, where) }, window)
}

/** The types and the filter of a search (C13.7). */
export interface SearchNarrowing {
  readonly types?: readonly SearchType[] | undefined
  readonly where?: unknown
}

/** `search` (C5.3): the best match. @throws NOT_FOUND if no record matches. */
export const findBestMatch = async (context: Context, text: string, where?: unknown): Promise<SearchHit> => {
  const [best] = await searchAll(context, text, { limit: 1, offset: 0 }, { where })
  if (best === undefined) throw new ContentError('NOT_FOUND', 'The search found nothing. Try other words.')
  return best
}

/** A hit with the fields that were read of its record. */
export interface FoundRow {
  readonly hit: SearchHit
  readonly row: Row
}

const NO_FIELDS: Selection = { fields: [] }

/** The records of the hits, in the order of the hits: one read for each type among them. */
export const readHits = async (
  context: Context,
  hits: readonly SearchHit[],
  select: Readonly<Record<SearchType, Selection>>,
): Promise<readonly FoundRow[]> => {
  const types = [...new Set(hits.map(({ type }) => type))]
  const found = await Promise.all(
    types.map((type) => readType(context, type, hits, select[type] ?? NO_FIELDS)),
  )
  const rows = new Map(found.flat())
  return hits.flatMap((hit) => {
    const row = rows.get(createKey(hit))
    // Another request may have deleted the record since the search.
    return row ? [{ hit, row }] : []
  })
}

const createKey = ({ type, id }: Pick<SearchHit, 'type' | 'id'>): string => `${type} ${id}`

const readType = async (
  context: Context,
  type: SearchType,
  hits: readonly SearchHit[],
  select: Selection,
): Promise<readonly (readonly [string, Row])[]> => {
  const ids = hits.filter((hit) => hit.type === type).map(({ id }) => (type === 'USER' ? Number(id) : id))
  const rows = await readHitRows(context, {
    from: findCollection(context.model, type),
    ids,
    select: { ...select, fields: [...select.fields, 'id'] },
    filter: (each) => filterSearched(each, type),
  })
  return rows.map((row) => [createKey({ type, id: String(row['id']) }), row] as const)
}

/** C13.7: the numbers of the hits by type, most frequent first. */
export const countHitsByType = async (
  context: Context,
  { query, types, filter }: Sought,
): Promise<readonly ValueCount[]> => {
  const scope = createScope(context, types, filter)
  const counts = await context.inShare(() => context.stores.search.countByType(query, scope, COUNT_LIMIT + 1))
  const values = types.map((value) => ({ value, where: allOf() }))
  return createValueCounts(
    { values, cost: FREE },
    types.map((type) => counts[type] ?? 0),
    COUNT_LIMIT,
  )
}

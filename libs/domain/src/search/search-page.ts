import { accept } from '../rules/accept.ts'
import type { Context } from '../context/context.ts'
import { COUNT_LIMIT, type ValueCount } from '../reading/connection.ts'
import type { Window } from '../reading/page.ts'
import { computeSkippingPrice, PRICES } from '../context/quota.ts'
import { countTens } from '../rules/searched-words.ts'
import type { Row, Selection } from '../reading/reading.ts'
import { renderSnippet, type SearchRequest } from './search-connection.ts'
import {
  countHitsByType,
  createScope,
  findHits,
  listSearchTypes,
  readHits,
  searchRules,
} from './search-operations.ts'
import { parseSearchFilter } from './search-filter.ts'
import type { SearchHit, SearchType } from './search-store.ts'

export interface ShownHit extends Pick<SearchHit, 'type' | 'id' | 'score'> {
  /** Escaped HTML, with the found words in `<mark>` (C5.3). */
  readonly snippet: string
  /** The selected fields of the record. */
  readonly row: Row
}

export interface SearchPage {
  readonly hits: readonly ShownHit[]
  /** The number of all hits, counted to one more than COUNT_LIMIT. */
  readonly total: number
}

/** Whether the page ends the list, so that nobody needs to count it. */
const endsList = (found: number, { limit, offset }: Window): boolean =>
  found < limit && (found > 0 || offset === 0)

/** C6.1: a page of the matching records that the caller may read, best match first, with the number of all of them. */
export const readSearchPage = async (
  context: Context,
  request: SearchRequest,
  window: Window,
  select: Readonly<Record<SearchType, Selection>>,
): Promise<SearchPage> => {
  const { query, types } = accept(searchRules, {
    query: request.query,
    types: request.types ?? listSearchTypes(context.model),
  })
  await context.quota.charge(computeSkippingPrice(window.offset))
  const filter = parseSearchFilter(context, request.where)
  const hits = await findHits(context, { query, types, filter }, { ...window, withSnippets: true })
  const countAll = (): Promise<number> =>
    context.inShare(() =>
      context.stores.search.count(query, createScope(context, types, filter), COUNT_LIMIT + 1),
    )
  const [found, total] = await Promise.all([
    readHits(context, hits, select),
    endsList(hits.length, window) ? Math.min(window.offset + hits.length, COUNT_LIMIT + 1) : countAll(),
  ])
  const shown = found.map(({ hit: { type, id, score, snippet }, row }) => ({
    ...{ type, id, score, row },
    snippet: renderSnippet(snippet ?? ''),
  }))
  return { hits: shown, total }
}

/** C13.7: the numbers of the hits by type. */
export const countSearch = async (
  context: Context,
  request: SearchRequest,
): Promise<readonly ValueCount[]> => {
  const { query, types } = accept(searchRules, {
    query: request.query,
    types: request.types ?? listSearchTypes(context.model),
  })
  const filter = parseSearchFilter(context, request.where)
  context.noteLists?.(filter.cost.lists)
  await context.quota.charge(countTens(query) * PRICES.search + filter.cost.price)
  return countHitsByType(context, { query, types, filter })
}

import { accept } from '../accept.ts'
import type { Context } from '../context.ts'
import { InvalidValue, notFound } from '../errors.ts'
import type { Window } from '../page.ts'
import { shownRows } from '../showing.ts'
import { textOf } from '../text.ts'
import { SEARCH_TYPES, type SearchHit, type SearchScope, type SearchType } from './search-store.ts'

const COLLECTIONS = { ARTICLE: 'articles', USER: 'users', COMMENT: 'comments', PRODUCT: 'products' } as const

const searchRules = {
  query: (text: string) => {
    if (text.trim() === '') throw new InvalidValue('must not be blank')
    return textOf(1, 1000)(text)
  },
}

const scopeOf = (context: Context, types: readonly SearchType[]): SearchScope =>
  Object.fromEntries(types.map((type) => [type, shownRows(context, COLLECTIONS[type])]))

/** What the caller may read and the text finds, best match first (C5.3). */
export const searchAll = async (
  context: Context,
  text: string,
  window: Window,
  types: readonly SearchType[] = SEARCH_TYPES,
): Promise<readonly SearchHit[]> =>
  context.stores.search.search(accept(searchRules, { query: text }).query, scopeOf(context, types), window)

/** `search` (C5.3): the best match. @throws NOT_FOUND when there is none. */
export const bestMatch = async (context: Context, text: string): Promise<SearchHit> => {
  const [best] = await searchAll(context, text, { limit: 1, offset: 0 })
  if (best === undefined) throw notFound('match')
  return best
}

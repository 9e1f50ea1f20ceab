import { and } from '@content-service/authz'
import type { SearchStore } from '@content-service/domain/internal/search'
import { seededRandom } from './mistakes.ts'
import type { Outcome } from './report.ts'
import { misspeltSearches, type MisspeltSearch, type Titled } from './searches.ts'

const FIRST = { limit: 10, offset: 0 }
const EVERYTHING = { ARTICLE: and(), USER: and(), COMMENT: and(), PRODUCT: and() }

const isFound = async (store: SearchStore, id: string, text: string): Promise<boolean> =>
  (await store.search(text, EVERYTHING, FIRST)).some((hit) => hit.id === id)

/** The number of titles that find their article among the first ten results when they are spelt correctly. */
export const countSelfFound = async (store: SearchStore, titles: readonly Titled[]): Promise<number> => {
  let count = 0
  for (const { id, title } of titles) if (await isFound(store, id, title)) count += 1
  return count
}

const outcomeOf = async (store: SearchStore, search: MisspeltSearch): Promise<Outcome> => ({
  ...search,
  isFound: await isFound(store, search.articleId, search.misspelt),
  isFoundSpeltCorrectly: await isFound(store, search.articleId, search.correct),
})

/**
 * Searches for each title with mistakes, which are the same in each run. `onProgress` gets the count so far and the
 * total.
 */
export const measure = async (
  store: SearchStore,
  titles: readonly Titled[],
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<readonly Outcome[]> => {
  const random = seededRandom(1)
  const searches = titles.flatMap((titled) => misspeltSearches(titled, random))
  const outcomes: Outcome[] = []
  for (const search of searches) {
    outcomes.push(await outcomeOf(store, search))
    onProgress(outcomes.length, searches.length)
  }
  return outcomes
}

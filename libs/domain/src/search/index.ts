export { createReadableScope, prepareCorrections } from './readable-words.ts'
export { connectSearch, type SearchConnection } from './search-connection.ts'
export { findBestMatch, listSearchTypes, readHits } from './search-operations.ts'
export { nameMember } from './search-filter.ts'
export { countSearch, readSearchPage, type ShownHit } from './search-page.ts'
export {
  HIT_BEGINS,
  HIT_ENDS,
  type IndexOutcome,
  type SearchExtent,
  type SearchHit,
  type SearchScope,
  type SearchStore,
  type SearchType,
  type UserSearch,
} from './search-store.ts'

import { Migration } from '@mikro-orm/migrations'

/**
 * No statement can take the index of similar words for a look-up of one word (C15.7): PostgreSQL 15 did so for each word
 * of a text, and an import took a hundred times as long.
 */
export class SearchWordIndexes extends Migration {
  override name = '2026-12-11-search-word-indexes'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  // The words are in lower case, so that `lower` changes nothing. Only the look-up of similar words names it.
  'drop index search_words_similar',
  'create index search_words_alike on search_words using gin (lower(word) gin_trgm_ops) with (fastupdate = off)',
  // A look-up reads all entries that wait for their place in the index, up to 4 MB, and without autovacuum they stay.
  'alter index search_words_spellings set (fastupdate = off)',
  "select gin_clean_pending_list('search_words_spellings')",
]

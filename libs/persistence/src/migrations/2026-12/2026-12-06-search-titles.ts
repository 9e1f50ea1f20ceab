import { Migration } from '@mikro-orm/migrations'

/**
 * Searches for common words are fast: titles have an index, so that a search ranks a match in a title without reading all
 * documents with the word, and each type has an index of its own (decision 9).
 */
export class SearchTitles extends Migration {
  override name = '2026-12-06-search-titles'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

/** The columns that name the record of a document: each document has one of them. */
const OWNERS = { users: 'user_id', articles: 'article_id', comments: 'comment_id', records: 'type' } as const

const createIndex = ([name, column]: readonly [string, string]): string =>
  `create index search_documents_${name} on search_documents using gin (document) where ${column} is not null`

/** An index serves a statement that names its column. */
const containsWord = (column: string): string =>
  `exists (select from search_documents where document @@ plainto_tsquery('content', word) and ${column} is not null)`

const statements = [
  'drop index search_documents_document',
  `alter table search_documents
    add column title tsvector generated always as (nullif(ts_filter(document, '{a,b}'), '')) stored`,
  'create index search_documents_titles on search_documents using gin (title) where title is not null',
  ...Object.entries(OWNERS).map(createIndex),
  `create or replace function forget_words(names text) returns void language sql as $$
    delete from search_words
      where word in (select regexp_split_to_table(lower(unaccent(names)), '[^[:alnum:]]+'))
      and not (${Object.values(OWNERS).map(containsWord).join(' or ')})
    $$`,
]

import { Migration } from '@mikro-orm/migrations'

/** C5.3: finding the words that a misspelt one may mean, ranking titles above texts, and forgetting names (C11.2). */
export class SearchCorrections extends Migration {
  override name = '2026-11-26-search-corrections'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  // Two words that differ by one mistake have a spelling in common once each has lost a letter at most. An index of
  // these spellings finds all of them, whichever letter is wrong; trigrams of a short word are all gone by then.
  `create function spellings(word text) returns text[] language sql immutable parallel safe strict
    as $$ select array_agg(overlay(word placing '' from place for 1)) || word from generate_series(1, length(word)) place $$`,
  'create index search_words_spellings on search_words using gin (spellings(word))',

  // "a & b" as "a | b": ts_rank adds up the words of such a query, and does not compare all places of all pairs.
  `create function any_of(query tsquery) returns tsquery language sql immutable parallel safe strict
    as $$ select regexp_replace(query::text, ' (&|<->|<[0-9]+>) ', ' | ', 'g')::tsquery $$`,

  // Only names: a text has so many common words that looking for each elsewhere would hold up the write.
  `create function forget_words(names text) returns void language sql as $$
    delete from search_words
      where word in (select regexp_split_to_table(lower(unaccent(names)), '[^[:alnum:]]+'))
      and not exists (select from search_documents where document @@ plainto_tsquery('content', word))
    $$`,
  `create function forget_user() returns trigger language plpgsql as $$
    begin
      perform forget_words(old.name || ' ' || old.username);
      return null;
    end $$`,
  // By its name it runs after search_user, and after the cascade that removes the document of the user.
  `create trigger search_user_left after delete or update of username, name on users
    for each row execute function forget_user()`,
  `delete from search_words where not exists
    (select from search_documents where document @@ plainto_tsquery('content', word))`,
]

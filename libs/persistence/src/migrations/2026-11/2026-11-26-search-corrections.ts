import { Migration } from '@mikro-orm/migrations'

/** C5.3: finds the words that a misspelt word may mean, ranks titles above texts, and removes names (C11.2). */
export class SearchCorrections extends Migration {
  override name = '2026-11-26-search-corrections'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  // Two words that differ by one mistake have a common spelling if each of them may lose one letter. An index of these
  // spellings finds all such words, at every place of the mistake; a misspelt short word may have no trigram left.
  `create function spellings(word text) returns text[] language sql immutable parallel safe strict
    as $$ select array_agg(overlay(word placing '' from place for 1)) || word from generate_series(1, length(word)) place $$`,
  'create index search_words_spellings on search_words using gin (spellings(word))',

  // Changes "a & b" to "a | b": ts_rank adds up the words of this query, and does not compare the places of all pairs.
  `create function any_of(query tsquery) returns tsquery language sql immutable parallel safe strict
    as $$ select regexp_replace(query::text, ' (&|<->|<[0-9]+>) ', ' | ', 'g')::tsquery $$`,

  // Only for names: a text has so many common words that a look-up of each in other texts would delay the write.
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
  // Triggers run by name: this one runs after search_user, and after the cascade that removes the document of the user.
  `create trigger search_user_left after delete or update of username, name on users
    for each row execute function forget_user()`,
  `delete from search_words where not exists
    (select from search_documents where document @@ plainto_tsquery('content', word))`,
]

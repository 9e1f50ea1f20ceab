import { Migration } from '@mikro-orm/migrations'

/**
 * Search (C5.3): one table and one index for all searched records, which triggers update in the transaction of the
 * write, and the words of all texts, with which the service compares misspelt words.
 */
export class Search extends Migration {
  override name = '2026-11-20-search'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

/** A tsvector holds 1 MiB: the search covers only the beginning of longer texts. */
const WHOLE_TEXT = 250_000
/** The beginning of a text that always fits, in every language. */
const SAFE_TEXT = 60_000

const statements = [
  'create extension if not exists unaccent',
  'create extension if not exists pg_trgm',
  'create extension if not exists fuzzystrmatch',

  // English stems of words without their accents.
  'create text search configuration content (copy = english)',
  'alter text search configuration content alter mapping for hword, hword_part, word with unaccent, english_stem',

  `create table search_documents (
    user_id integer unique references users on delete cascade,
    article_id uuid unique references articles on delete cascade,
    comment_id uuid unique references comments on delete cascade,
    product_id uuid unique references products on delete cascade,
    document tsvector not null,
    check (num_nonnulls(user_id, article_id, comment_id, product_id) = 1)
  )`,
  'create index search_documents_document on search_documents using gin (document)',

  'create table search_words (word text primary key)',
  'create index search_words_similar on search_words using gin (word gin_trgm_ops)',

  // PostgreSQL's parser looks for a tag at every < and reads to the end of the text each time: 400 KB of < took
  // minutes.
  `create function without_tags(body text) returns text language sql immutable as $$
      select translate(regexp_replace(body, '<[^<>]{1,200}>', ' ', 'g'), '<', ' ')
    $$`,

  `create function search_vector(title text, keywords text, body text, most integer) returns tsvector
    language sql stable as $$
      select setweight(to_tsvector('content', without_tags(title)), 'A')
        || setweight(to_tsvector('content', without_tags(keywords)), 'B')
        || setweight(to_tsvector('content', without_tags(left(body, most))), 'D')
    $$`,

  `create function search_document(title text, keywords text, body text) returns tsvector
    language plpgsql stable as $$
    begin
      return search_vector(title, keywords, body, ${WHOLE_TEXT});
    exception when program_limit_exceeded then
      return search_vector(title, keywords, body, ${SAFE_TEXT});
    end $$`,

  // Inserts the words in order, so that two transactions with the same words wait for each other instead of
  // deadlocking.
  `create function learn_words(body text) returns void language sql as $$
    insert into search_words (word)
      select distinct word from regexp_split_to_table(lower(unaccent(left(body, ${WHOLE_TEXT}))), '[^[:alnum:]]+') word
      where length(word) between 5 and 40 order by word
      on conflict do nothing
    $$`,

  `create function search_user() returns trigger language plpgsql as $$
    begin
      insert into search_documents (user_id, document)
        values (new.id, search_document(new.name || ' ' || new.username, '', ''))
        on conflict (user_id) do update set document = excluded.document;
      perform learn_words(new.name || ' ' || new.username);
      return null;
    end $$`,
  'create trigger search_user after insert or update of username, name on users for each row execute function search_user()',

  `create function search_article() returns trigger language plpgsql as $$
    begin
      insert into search_documents (article_id, document)
        values (new.id, search_document(new.title, array_to_string(new.tags, ' '), new.content))
        on conflict (article_id) do update set document = excluded.document;
      perform learn_words(new.title || ' ' || array_to_string(new.tags, ' ') || ' ' || new.content);
      return null;
    end $$`,
  'create trigger search_article after insert or update of title, tags, content on articles for each row execute function search_article()',

  `create function search_comment() returns trigger language plpgsql as $$
    begin
      insert into search_documents (comment_id, document)
        values (new.id, search_document('', '', new.content))
        on conflict (comment_id) do update set document = excluded.document;
      perform learn_words(new.content);
      return null;
    end $$`,
  'create trigger search_comment after insert or update of content on comments for each row execute function search_comment()',

  `create function search_product() returns trigger language plpgsql as $$
    begin
      insert into search_documents (product_id, document)
        values (new.id, search_document(new.title, '', coalesce(new.description, '')))
        on conflict (product_id) do update set document = excluded.document;
      perform learn_words(new.title || ' ' || coalesce(new.description, ''));
      return null;
    end $$`,
  'create trigger search_product after insert or update of title, description on products for each row execute function search_product()',
]

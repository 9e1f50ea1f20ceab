import { Migration } from '@mikro-orm/migrations'

/**
 * Documents and words of searches leave the transaction of the write: triggers only note the records that wait for
 * their documents, and `index_waiting` writes the documents in sets (decision 69).
 */
export class SearchQueue extends Migration {
  override name = '2026-12-05-search-queue'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

/** A tsvector holds 1 MiB: the search covers only the beginning of longer texts. */
const WHOLE_TEXT = 250_000
/** The beginning of a text that always fits, in every language. */
const SAFE_TEXT = 60_000

/** A team that has added a searched field to products already has these triggers, with its own columns. */
const createTriggers = (type: string, table: string, columns: string, weights: string): string =>
  `do $do$ begin
    if not exists (select from pg_trigger where tgname = 'search_${table}' and tgrelid = '${table}'::regclass) then
      create trigger search_${table} after insert or update of ${columns} on ${table}
        for each row execute function search_record('${type}', ${weights});
      create trigger forget_${table} after delete on ${table} for each row execute function forget_record('${type}');
    end if;
  end $do$`

const statements = [
  // Waits for writes that use the old triggers.
  'lock table users, articles, comments, products in access exclusive mode',

  // `size` bounds the work of a batch. `former` has earlier names of a user, which must be forgotten (C11.2).
  `create table search_waiting (
    place bigint generated always as identity,
    type text not null,
    id text not null,
    size integer not null,
    former text
  ) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0)`,

  // The arguments of the trigger: the type, and the columns of the title, of the keywords and of the text.
  // `index_records` reads the arguments from the catalog.
  `create or replace function search_record() returns trigger language plpgsql as $$
    begin
      insert into search_waiting (type, id, size) values (tg_argv[0], new.id::text, pg_column_size(new));
      return null;
    end $$`,
  `create or replace function forget_record() returns trigger language plpgsql as $$
    begin
      insert into search_waiting (type, id, size) values (tg_argv[0], old.id::text, 0);
      return null;
    end $$`,
  `create or replace function forget_user() returns trigger language plpgsql as $$
    begin
      insert into search_waiting (type, id, size, former)
        values ('USER', old.id::text, 0, old.name || ' ' || old.username);
      return null;
    end $$`,
  // A process of the earlier release starts only if products have this trigger.
  `create or replace function search_product() returns trigger language plpgsql as $$
    begin
      insert into search_waiting (type, id, size) values ('PRODUCT', new.id::text, 0);
      return null;
    end $$`,
  'drop trigger search_user on users',
  'drop trigger search_article on articles',
  'drop trigger search_comment on comments',
  'drop function search_user(), search_article(), search_comment()',
  createTriggers('USER', 'users', 'name, username', `'{name,username}', '{}', '{}'`),
  createTriggers('ARTICLE', 'articles', 'title, content, tags', `'{title}', '{tags}', '{content}'`),
  createTriggers('COMMENT', 'comments', 'content', `'{}', '{}', '{content}'`),
  createTriggers('PRODUCT', 'products', 'title, description', `'{title}', '{}', '{description}'`),

  // A foreign key would lock each record while its document is written, and writers of the record would wait.
  `alter table search_documents
    drop constraint search_documents_user_id_fkey,
    drop constraint search_documents_article_id_fkey,
    drop constraint search_documents_comment_id_fkey,
    drop constraint search_documents_product_id_fkey`,

  // No text prevents a batch: the title and the keywords have a limit, too.
  `create or replace function search_vector(title text, keywords text, body text, most integer) returns tsvector
    language sql stable as $$
      select setweight(to_tsvector('content', without_tags(left(title, most / 3))), 'A')
        || setweight(to_tsvector('content', without_tags(left(keywords, most / 3))), 'B')
        || setweight(to_tsvector('content', without_tags(left(body, most))), 'D')
    $$`,
  `create or replace function search_document(title text, keywords text, body text) returns tsvector
    language plpgsql stable as $$
    begin
      return search_vector(title, keywords, body, ${WHOLE_TEXT});
    exception when program_limit_exceeded then
      return search_vector(title, keywords, body, ${SAFE_TEXT});
    end $$`,

  // The text of a column in documents.
  'create function search_text(words text) returns text language sql immutable parallel safe as $$ select words $$',
  `create function search_text(words text[]) returns text language sql immutable parallel safe
    as $$ select array_to_string(words, ' ') $$`,

  // The words of a text that search can correct.
  `create function text_words(body text) returns setof text language sql stable as $$
      select word from regexp_split_to_table(lower(unaccent(left(body, ${WHOLE_TEXT}))), '[^[:alnum:]]+') word
      where length(word) between 5 and 40
    $$`,

  // The expression for the texts of the row `t` in these columns.
  `create function search_texts(columns text[]) returns text language sql stable as $$
      select coalesce('concat_ws('' '', ' || string_agg(format('search_text(t.%I)', name), ', ') || ')', '''''')
      from unnest(columns) name
    $$`,

  'drop function texts_of(jsonb, text[])',
  'drop function learn_words(text)',

  // Writes the documents of records, and learns their words. Users, articles and comments have separate columns for
  // their ids, and a process of an earlier release searches products by `product_id`.
  `create function index_records(searched text, ids text[]) returns void language plpgsql as $$
    declare
      source record;
      own text := case searched when 'USER' then 'user_id' when 'ARTICLE' then 'article_id' when 'COMMENT' then 'comment_id' end;
      id_type text := case searched when 'USER' then 'integer' else 'uuid' end;
      id text := coalesce('d.' || own, 'd.id::' || id_type);
      key text := coalesce(own, 'type, id');
      is_among text := coalesce('d.' || own || ' = any($1::' || id_type || '[])', 'd.type = $2 and d.id = any($1)');
    begin
      select tgrelid::regclass as name, arguments into source
        from pg_trigger, string_to_array(encode(tgargs, 'escape'), '\\000') arguments
        where tgfoid = 'search_record'::regproc and arguments[1] = searched;
      if source.name is null then
        delete from search_documents d where d.type = searched and d.id = any(ids);
        return;
      end if;
      execute format('delete from search_documents d where %s and not exists (select from %s t where t.id = %s)',
        is_among, source.name, id) using ids, searched;
      execute format(
        'with texts as materialized (
          select t.id, %1$s as title, %2$s as keywords, %3$s as body from %4$s t where t.id = any($1::%5$s[])
        ), learned as (
          insert into search_words (word)
          select distinct found.word from texts, text_words(concat_ws('' '', title, keywords, body)) found (word)
          where not exists (select from search_words known where known.word = found.word)
          on conflict do nothing
        )
        insert into search_documents as d (%6$s, document)
          select %7$s, search_document(title, keywords, body) from texts t
          on conflict (%8$s) do update set document = excluded.document where d.document <> excluded.document',
        search_texts(source.arguments[2]::text[]), search_texts(source.arguments[3]::text[]),
        search_texts(source.arguments[4]::text[]), source.name, id_type,
        key || case searched when 'PRODUCT' then ', product_id' else '' end,
        case when own is null then '$2, t.id::text' else 't.id' end || case searched when 'PRODUCT' then ', t.id' else '' end,
        key) using ids, searched;
    end $$`,

  // Indexes a batch of waiting records: at most `most` rows and about `volume` bytes. Only one process indexes at a time:
  // two processes could write the documents of two versions of a record in the wrong order.
  `create function index_waiting(most integer, volume integer) returns text language plpgsql as $$
    declare
      batch record;
      is_full boolean := false;
      names text := '';
    begin
      if not pg_try_advisory_xact_lock('pg_class'::regclass::oid::integer, 'search_waiting'::regclass::oid::integer) then
        return 'busy';
      end if;
      for batch in
        with first as materialized (
          select place, sum(size) over (order by place) - size < volume as fits
          from (select place, size from search_waiting order by place limit most) oldest
        ), taken as (
          delete from search_waiting w using first where w.place = first.place and fits returning w.type, w.id, w.former
        )
        select type, array_agg(distinct id) as ids, string_agg(former, ' ') as former,
          (select count(*) = most or not bool_and(fits) from first) as is_full
        from taken group by type
      loop
        perform index_records(batch.type, batch.ids);
        names := concat_ws(' ', names, batch.former);
        is_full := batch.is_full;
      end loop;
      perform forget_words(names) where names <> '';
      return case when is_full then 'more' else 'done' end;
    end $$`,
]

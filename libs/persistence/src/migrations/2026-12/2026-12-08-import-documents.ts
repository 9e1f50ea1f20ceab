import { Migration } from '@mikro-orm/migrations'

/**
 * An import writes the search documents of its records itself, in their transaction, and finds the words of their texts
 * (decision 71).
 */
export class ImportDocuments extends Migration {
  override name = '2026-12-08-import-documents'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

/** As in the migration of the search queue. */
const [WHOLE_TEXT, SAFE_TEXT] = [250_000, 60_000]

const statements = [
  // A transaction with this setting calls index_records for its new records, which no other process knows.
  `create or replace function search_record() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' or current_setting('content_service.writes_documents', true) is distinct from 'on' then
        insert into search_waiting (type, id, size) values (tg_argv[0], new.id::text, pg_column_size(new));
      end if;
      return null;
    end $$`,

  // Most texts have no tag, and the look for one < is much shorter than the expression.
  `create or replace function without_tags(body text) returns text language sql immutable as $$
      select case when position('<' in body) = 0 then body
        else translate(regexp_replace(body, '<[^<>]{1,200}>', ' ', 'g'), '<', ' ') end
    $$`,

  // A block with an exception begins a subtransaction, which takes as long as the document of a comment.
  `create or replace function search_document(title text, keywords text, body text) returns tsvector
    language plpgsql stable as $$
    begin
      if length(title) + length(keywords) + length(body) <= ${SAFE_TEXT / 3} then
        return search_vector(title, keywords, body, ${SAFE_TEXT});
      end if;
      begin
        return search_vector(title, keywords, body, ${WHOLE_TEXT});
      exception when program_limit_exceeded then
        return search_vector(title, keywords, body, ${SAFE_TEXT});
      end;
    end $$`,

  // With `bodies`, the words of the records are in these texts.
  'drop function index_records(text, text[])',
  `create function index_records(searched text, ids text[], bodies text[] default null) returns void language plpgsql as $$
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
          select distinct found.word from %9$s found (word)
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
        key,
        case when bodies is null then 'texts, text_words(concat_ws('' '', title, keywords, body))'
          else 'unnest($3) given (body), text_words(given.body)' end) using ids, searched, bodies;
    end $$`,
]

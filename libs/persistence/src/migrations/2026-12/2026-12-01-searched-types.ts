import { Migration } from '@mikro-orm/migrations'

/**
 * Documents of searches for declared types: a document names its record by type and id, so that a new type needs no
 * column. An earlier release searches products by `product_id`, which stays filled while processes of that release run.
 */
export class SearchedTypes extends Migration {
  override name = '2026-12-01-searched-types'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  // Waits for writes that use the old function, so that the update below sees their documents.
  'lock table products in share row exclusive mode',
  `alter table search_documents
    add column type text,
    add column id text,
    drop constraint search_documents_check,
    add constraint search_documents_check
      check (num_nonnulls(user_id, article_id, comment_id, type) = 1 and num_nonnulls(type, id) <> 1) not valid`,
  "update search_documents set type = 'PRODUCT', id = product_id::text where product_id is not null",
  'alter table search_documents validate constraint search_documents_check',
  'create unique index search_documents_record on search_documents (type, id)',

  // The texts of a record under these names, with a space between them.
  `create function texts_of(record jsonb, names text[]) returns text language sql immutable as $$
      select coalesce(string_agg(
        case jsonb_typeof(record -> name)
          when 'array' then (select string_agg(word, ' ') from jsonb_array_elements_text(record -> name) word)
          else record ->> name
        end, ' '), '')
      from unnest(names) name
    $$`,

  // The arguments of the trigger: the type, and the columns of the title, of the keywords and of the text.
  `create function search_record() returns trigger language plpgsql as $$
    declare
      record jsonb := to_jsonb(new);
      title text := texts_of(record, tg_argv[1]::text[]);
      keywords text := texts_of(record, tg_argv[2]::text[]);
      body text := texts_of(record, tg_argv[3]::text[]);
    begin
      insert into search_documents (type, id, document)
        values (tg_argv[0], record ->> 'id', search_document(title, keywords, body))
        on conflict (type, id) do update set document = excluded.document;
      perform learn_words(concat_ws(' ', title, keywords, body));
      return null;
    end $$`,
  `create function forget_record() returns trigger language plpgsql as $$
    begin
      delete from search_documents where type = tg_argv[0] and id = to_jsonb(old) ->> 'id';
      return null;
    end $$`,

  `create or replace function search_product() returns trigger language plpgsql as $$
    begin
      insert into search_documents (type, id, product_id, document)
        values ('PRODUCT', new.id, new.id, search_document(new.title, '', coalesce(new.description, '')))
        on conflict (type, id) do update set document = excluded.document;
      perform learn_words(new.title || ' ' || coalesce(new.description, ''));
      return null;
    end $$`,
]

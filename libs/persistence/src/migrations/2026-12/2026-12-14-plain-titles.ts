import { Migration } from '@mikro-orm/migrations'

/**
 * Titles of common words, such as "The Who", are found by these words (C5.3): documents have no words of the stop list, so
 * that titles have a table of their own, with their words as they are written.
 */
export class PlainTitles extends Migration {
  override name = '2026-12-14-plain-titles'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

/** As in the migration of the search queue. */
const MOST_TITLE = 80_000

const statements = [
  // Words without their accents. The dictionary `simple` has no stop list.
  'create text search configuration plain (copy = simple)',
  'alter text search configuration plain alter mapping for hword, hword_part, word with unaccent, simple',
  `create function plain_words(title text) returns tsvector language sql stable as $$
      select setweight(to_tsvector('plain', without_tags(left(title, ${MOST_TITLE}))), 'A')
    $$`,

  'create table search_titles (type text, id text, words tsvector not null, primary key (type, id))',
  'create index search_titles_words on search_titles using gin (words)',

  // Writes the titles of records.
  `create function index_titles(searched text, ids text[]) returns void language plpgsql as $$
    declare
      source record;
      id_type text := case searched when 'USER' then 'integer' else 'uuid' end;
    begin
      select tgrelid::regclass as name, arguments[2]::text[] as title into source
        from pg_trigger, string_to_array(encode(tgargs, 'escape'), '\\000') arguments
        where tgfoid = 'search_record'::regproc and arguments[1] = searched;
      if source.name is null then
        delete from search_titles s where s.type = searched and s.id = any(ids);
      elsif source.title <> '{}' then
        execute format('delete from search_titles s where s.type = $2 and s.id = any($1)
          and not exists (select from %s t where t.id = s.id::%s)', source.name, id_type) using ids, searched;
        execute format('insert into search_titles as s (type, id, words)
          select $2, t.id::text, plain_words(%s) from %s t where t.id = any($1::%s[])
          on conflict (type, id) do update set words = excluded.words where s.words <> excluded.words',
          search_texts(source.title), source.name, id_type) using ids, searched;
      end if;
    end $$`,
  'alter function index_records(text, text[]) rename to index_documents',
  `create function index_records(searched text, ids text[]) returns void language plpgsql as $$
    begin
      perform index_documents(searched, ids);
      perform index_titles(searched, ids);
    end $$`,

  // The titles of all records.
  `do $do$ declare
    source record;
  begin
    for source in
      select distinct on (given[1]) g.tgrelid::regclass as name, given[1] as type
      from pg_trigger g, string_to_array(encode(g.tgargs, 'escape'), '\\000') given
      where g.tgfoid = 'search_record'::regproc
    loop
      execute format('select index_titles(%L, array(select id::text from %s))', source.type, source.name);
    end loop;
  end $do$`,
]

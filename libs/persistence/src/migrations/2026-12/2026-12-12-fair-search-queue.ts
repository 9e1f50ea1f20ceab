import { Migration } from '@mikro-orm/migrations'
import { createTurns } from '../search-turns.ts'

/**
 * The records of each author take turns in the queue of the search index, newest first, so that nobody's texts delay the
 * texts of others (decision 85).
 */
export class FairSearchQueue extends Migration {
  override name = '2026-12-12-fair-search-queue'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

/** Whether a transaction writes the documents of its new records itself (decision 71). */
const WRITES_DOCUMENTS = `current_setting('content_service.writes_documents', true) is not distinct from 'on'`

const DECLARATIONS = 'author integer; size integer; owner_column name;'

/**
 * Finds the author of a record, and the bytes of its texts, which bound the work of a batch: PostgreSQL knows the bytes
 * without reading the text, and stores many texts compressed. The owner of a declared type has a foreign key of its own.
 */
const describeRow = (row: string): string => `
        case tg_table_name
          when 'users' then
            author := ${row}.id;
            size := octet_length(${row}.name) + octet_length(${row}.username);
          when 'articles' then
            author := ${row}.owner_id;
            size := octet_length(${row}.title) + octet_length(${row}.content) + pg_column_size(${row}.tags);
          when 'comments' then
            author := ${row}.author_id;
            size := octet_length(${row}.content);
          else
            size := octet_length(${row}::text);
            select a.attname into owner_column from pg_constraint c
              join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
              where c.conrelid = tg_relid and c.confrelid = 'users'::regclass and c.confdeltype = 'd';
            if found then
              execute format('select ($1).%I', owner_column) into author using ${row};
            end if;
        end case;`

const statements = [
  'lock table users, articles, comments, products, search_waiting in access exclusive mode',
  // Records without an author share a turn.
  'alter table search_waiting add column author integer not null default 0',
  'create index search_waiting_author on search_waiting (author, place)',

  `create or replace function search_record() returns trigger language plpgsql as $$
    declare
      ${DECLARATIONS}
    begin
      if tg_op = 'UPDATE' or not ${WRITES_DOCUMENTS} then
        ${describeRow('new')}
        insert into search_waiting (author, type, id, size) values (coalesce(author, 0), tg_argv[0], new.id::text, size);
      end if;
      return null;
    end $$`,
  `create or replace function forget_record() returns trigger language plpgsql as $$
    declare
      ${DECLARATIONS}
    begin
      ${describeRow('old')}
      insert into search_waiting (author, type, id, size) values (coalesce(author, 0), tg_argv[0], old.id::text, 0);
      return null;
    end $$`,

  createTurns('search_waiting'),

  // Any author is the first of a batch.
  `create or replace function index_waiting(most integer, volume integer) returns text language plpgsql as $$
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
          select w.*, sum(size) over (order by behind, place) - size < volume as fits
          from search_waiting_in_turn(most, (random() * (select max(author) from search_waiting))::integer) w
        ), taken as (
          delete from search_waiting w using first
          where w.author = first.author and w.place = first.place and fits returning w.type, w.id, w.former
        )
        select type, array_agg(distinct id) as ids, string_agg(former, ' ') as former,
          (select bool_or(is_cut) or not bool_and(fits) from first) as is_full
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

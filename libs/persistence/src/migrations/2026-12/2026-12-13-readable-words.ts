import { Migration } from '@mikro-orm/migrations'
import { createTurns } from '../search-turns.ts'

/**
 * Corrections use the words of records that a guest may read, and of no others (C15.13). Each word names such a record.
 * Words have a queue of their own, behind the documents (decision 86).
 */
export class ReadableWords extends Migration {
  override name = '2026-12-13-readable-words'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

/** As in the migration of the search queue: words beyond this many characters are not known. */
const WHOLE_TEXT = 250_000
/** A record teaches at most this many words, so that no batch takes long: a new word takes 100 µs. */
const MOST_WORDS = 10_000
/** A lost word is looked for in this many other records: each look reads a text. */
const MOST_LOOKED_AT = 10

/** One process indexes at a time. */
const TRY_LOCK = `pg_try_advisory_xact_lock('pg_class'::regclass::oid::integer, 'search_waiting'::regclass::oid::integer)`

const FIRST_UUID = '00000000-0000-0000-0000-000000000000'

/** Writes the documents of records. Users, articles and comments have separate columns for their ids. */
const INDEX_RECORDS = `create function index_records(searched text, ids text[]) returns void language plpgsql as $$
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
        )
        insert into search_documents as d (%6$s, document)
          select %7$s, search_document(title, keywords, body) from texts t
          on conflict (%8$s) do update set document = excluded.document where d.document <> excluded.document',
        search_texts(source.arguments[2]::text[]), search_texts(source.arguments[3]::text[]),
        search_texts(source.arguments[4]::text[]), source.name, id_type,
        key || case searched when 'PRODUCT' then ', product_id' else '' end,
        case when own is null then '$2, t.id::text' else 't.id' end || case searched when 'PRODUCT' then ', t.id' else '' end,
        key) using ids, searched;
    end $$`

/** Writes the documents of a batch, in which any author is the first. Its words wait for a batch of their own. */
const INDEX_WAITING = `create or replace function index_waiting(most integer, volume integer) returns text language plpgsql as $$
    declare
      batch record;
      is_full boolean := false;
    begin
      if not ${TRY_LOCK} then
        return 'busy';
      end if;
      for batch in
        with first as materialized (
          select w.*, sum(size) over (order by behind, place) - size < volume as fits
          from search_waiting_in_turn(most, (random() * (select max(author) from search_waiting))::integer) w
        ), taken as (
          delete from search_waiting w using first
          where w.author = first.author and w.place = first.place and fits returning w.author, w.type, w.id, w.size
        )
        select type, array_agg(id) as ids, array_agg(author) as authors, array_agg(size) as sizes,
          (select bool_or(is_cut) or not bool_and(fits) from first) as is_full
        from taken group by type
      loop
        perform index_records(batch.type, batch.ids);
        insert into search_waiting_words (author, type, id, size)
          select distinct on (id) author, batch.type, id, size
          from unnest(batch.authors, batch.ids, batch.sizes) given (author, id, size) order by id, size desc;
        is_full := batch.is_full;
      end loop;
      return case when is_full then 'more' else 'done' end;
    end $$`

const statements = [
  // The condition of the records \`t\` of a type that a guest may read, as the service has written it. After a change of the
  // condition, the service looks at all records again, in the order of their ids: \`walked\` is the last of them.
  'create table search_readable (type text primary key, condition text not null, walked text)',

  // The known words may come from records that no guest may read: the service looks at all records again.
  'truncate search_words',
  'alter table search_words add column type text not null, add column id text not null',
  'create index search_words_record on search_words (type, id)',
  // Words whose record has lost them, until another record is found.
  'create table search_lost_words (word text primary key)',

  // Records whose words may have changed. \`comments_after\` also stands for the comments of an article, after this one.
  `create table search_waiting_words (
    place bigint generated always as identity,
    author integer not null,
    type text not null,
    id text not null,
    size integer not null,
    comments_after uuid
  ) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0)`,
  'create index search_waiting_words_author on search_waiting_words (author, place)',

  // A change of what guests may read.
  `create function requeue_words() returns trigger language plpgsql as $$
    begin
      case tg_table_name
        when 'articles' then
          insert into search_waiting_words (author, type, id, size, comments_after)
            values (new.owner_id, 'ARTICLE', new.id::text, octet_length(new.content), '${FIRST_UUID}');
        when 'users' then
          insert into search_waiting_words (author, type, id, size) values (new.id, 'USER', new.id::text, 0);
        when 'public_users' then
          insert into search_waiting_words (author, type, id, size)
            values (coalesce(new.user_id, old.user_id), 'USER', coalesce(new.user_id, old.user_id)::text, 0);
      end case;
      return null;
    end $$`,
  `create trigger requeue_words after update of status, owner_id on articles for each row
    when (old.status <> new.status or old.owner_id <> new.owner_id) execute function requeue_words()`,
  `create trigger requeue_words after update of deleted on users for each row
    when (old.deleted <> new.deleted) execute function requeue_words()`,
  'create trigger requeue_words after insert or delete on public_users for each row execute function requeue_words()',

  // The table of a type that guests may read, the condition, and the expression for the texts of its row `t`.
  `create function find_readable(out type text, out condition text, out walked text, out relation regclass, out id_type text,
    out texts text) returns setof record language plpgsql stable as $$
    #variable_conflict use_column
    begin
      return query
        select r.type, r.condition, r.walked, g.tgrelid::regclass, case r.type when 'USER' then 'integer' else 'uuid' end,
          format('concat_ws('' '', %s, %s, %s)', search_texts(given[2]::text[]), search_texts(given[3]::text[]),
            search_texts(given[4]::text[]))
        from search_readable r join pg_trigger g on g.tgfoid = 'search_record'::regproc
          cross join string_to_array(encode(g.tgargs, 'escape'), '\\000') given
        where given[1] = r.type;
    end $$`,

  // The present texts of records that a guest may read.
  `create function readable_texts(searched text, ids text[]) returns table (id text, body text) language plpgsql stable as $$
    declare
      source record;
    begin
      select * into source from find_readable() f where f.type = searched;
      if found then
        return query execute format('select t.id::text, %s from %s t where t.id = any($1::%s[]) and (%s)',
          source.texts, source.relation, source.id_type, source.condition) using ids;
      end if;
    end $$`,

  `create function find_readable_ids(searched text, ids text[]) returns setof text language plpgsql stable as $$
    declare
      source record;
    begin
      select * into source from find_readable() f where f.type = searched;
      if found then
        return query execute format('select t.id::text from %s t where t.id = any($1::%s[]) and (%s)',
          source.relation, source.id_type, source.condition) using ids;
      end if;
    end $$`,

  // Learns the words of texts. A known word stays with its record. The order of the words avoids deadlocks.
  `create function learn_words(searched text, ids text[], bodies text[]) returns void language sql as $$
    insert into search_words (word, type, id)
      select distinct on (word) word, searched, given.id
      from unnest(ids, bodies) given (id, body)
        cross join lateral (select distinct word from text_words(given.body) word limit ${MOST_WORDS}) words
      order by word
      on conflict do nothing
    $$`,

  // Learns the words of records, and loses the words that they no longer have.
  `create function learn_records(searched text, record_ids text[]) returns void language plpgsql set enable_seqscan = off as $$
    declare
      ids text[];
      bodies text[];
    begin
      select array_agg(r.id), array_agg(r.body) into ids, bodies from readable_texts(searched, record_ids) r;
      with present as materialized (
        select given.id, word from unnest(ids, bodies) given (id, body), text_words(given.body) word
      ), lost as (
        delete from search_words k where k.type = searched and k.id = any(record_ids)
          and not exists (select from present p where p.id = k.id and p.word = k.word)
        returning word
      )
      insert into search_lost_words select word from lost on conflict do nothing;
      perform learn_words(searched, ids, bodies);
    end $$`,

  createTurns('search_waiting_words'),
  // Learns the words of a batch of waiting records. The comments of an article get rows of their own, a few at a time.
  `create function learn_waiting(most integer, volume integer) returns text language plpgsql set enable_seqscan = off as $$
    declare
      batch record;
      article record;
      is_full boolean := false;
    begin
      if not exists (select from search_waiting_words) then
        return 'done';
      end if;
      if not ${TRY_LOCK} then
        return 'busy';
      end if;
      for batch in
        with first as materialized (
          select w.*, sum(size) over (order by behind, place) - size < volume as fits
          from search_waiting_words_in_turn(most, (random() * (select max(author) from search_waiting_words))::integer) w
        ), taken as (
          delete from search_waiting_words w using first
          where w.author = first.author and w.place = first.place and fits returning w.type, w.id, w.comments_after
        )
        select type, array_agg(distinct id) as ids,
          array_agg(id) filter (where comments_after is not null) as articles,
          array_agg(comments_after) filter (where comments_after is not null) as comments_after,
          (select bool_or(is_cut) or not bool_and(fits) from first) as is_full
        from taken group by type
      loop
        perform learn_records(batch.type, batch.ids);
        is_full := is_full or batch.is_full;
        for article in select id::uuid, (array_agg(after order by after))[1] as after from unnest(batch.articles, batch.comments_after) given (id, after) group by id loop
          is_full := requeue_comments(article.id, article.after, most) or is_full;
        end loop;
      end loop;
      return case when is_full then 'more' else 'done' end;
    end $$`,

  // The words of readable records whose words are not learned yet: about volume bytes of the newest of each author.
  `create function waiting_words(volume integer) returns setof text language plpgsql stable as $$
    begin
      if not exists (select from search_waiting) and not exists (select from search_waiting_words) then
        return;
      end if;
      return query
        select distinct word from (
          select type, array_agg(distinct id) as ids from (
            select type, id, sum(size) over (order by behind, size, place) - size as before
            from (select * from search_waiting_in_turn(100, 0) union all select * from search_waiting_words_in_turn(100, 0)) both_queues
          ) bounded where before < volume group by type
        ) w cross join readable_texts(w.type, w.ids) t cross join text_words(left(t.body, volume)) word;
    end $$`,

  // Notes the comments of an article, from one id on. Returns whether there were any.
  `create function requeue_comments(article uuid, after uuid, most integer) returns boolean language plpgsql as $$
    declare
      noted uuid[];
    begin
      with next as (
        select c.id, c.author_id, c.content from comments c where c.article_id = article and c.id > after order by c.id limit most
      ), rows as (
        insert into search_waiting_words (author, type, id, size)
          select author_id, 'COMMENT', id::text, octet_length(content) from next returning id::uuid
      )
      select array_agg(id order by id) into noted from rows;
      if cardinality(noted) = most then
        insert into search_waiting_words (author, type, id, size, comments_after)
          values (0, 'ARTICLE', article::text, 0, noted[most]);
      end if;
      return noted is not null;
    end $$`,

  // Notes the next records of each type whose condition has changed. Returns whether there are more.
  `create function walk_words(most integer) returns text language plpgsql as $$
    declare
      source record;
      last text;
      noted integer;
      has_more boolean := false;
    begin
      if not exists (select from search_readable where walked is not null) then
        return 'done';
      end if;
      if not ${TRY_LOCK} then
        return 'busy';
      end if;
      for source in select * from find_readable() f where f.walked is not null loop
        execute format('with rows as (
            insert into search_waiting_words (author, type, id, size)
              select 0, $1, t.id::text, octet_length(%s) from %s t where t.id > $2::%s order by t.id limit $3 returning id
          ) select (array_agg(id order by id::%3$s desc))[1], count(*) from rows', source.texts, source.relation, source.id_type)
          into last, noted using source.type, source.walked, most;
        update search_readable r set walked = case when noted = most then last end where r.type = source.type;
        has_more := has_more or noted > 0;
      end loop;
      return case when has_more then 'more' else 'done' end;
    end $$`,

  // Looks for other records that have lost words, and drops the words that no record has.
  `create function settle_words(most integer) returns text language plpgsql set enable_seqscan = off as $$
    declare
      source record;
      lost text[];
      own text;
    begin
      if not exists (select from search_lost_words) then
        return 'done';
      end if;
      if not ${TRY_LOCK} then
        return 'busy';
      end if;
      with taken as (
        delete from search_lost_words where word in (select word from search_lost_words limit most) returning word
      )
      select array_agg(word) into lost from taken;
      for source in select * from find_readable() loop
        own := case source.type when 'USER' then 'user_id' when 'ARTICLE' then 'article_id' when 'COMMENT' then 'comment_id' end;
        execute format('insert into search_words (word, type, id)
          select lost.word, $2, found.id from unnest($1) lost (word) cross join lateral (
            select t.id::text as id from (
              select %s as id from search_documents d where d.document @@ plainto_tsquery(''content'', lost.word) and %s limit ${MOST_LOOKED_AT}
            ) d join %s t on t.id = d.id
            where (%s) and position(lost.word in lower(unaccent(left(%s, ${WHOLE_TEXT})))) > 0 limit 1
          ) found on conflict do nothing',
          coalesce('d.' || own, 'd.id::' || source.id_type),
          coalesce('d.' || own || ' is not null', format('d.type = %L', source.type)),
          source.relation, source.condition, source.texts) using lost, source.type;
      end loop;
      return case cardinality(lost) when most then 'more' else 'done' end;
    end $$`,

  // Sets the conditions of the records that a guest may read, and looks at all records again where one has changed. The
  // words of records that a guest may no longer read are unknown at once.
  `create function set_readable(types text[], conditions text[]) returns void language plpgsql as $$
    begin
      if not exists (
        select type, condition from unnest(types, conditions) given (type, condition) except select type, condition from search_readable
      ) and not exists (select from search_readable where type <> all(types)) then
        return;
      end if;
      perform pg_advisory_xact_lock('pg_class'::regclass::oid::integer, 'search_waiting'::regclass::oid::integer);
      delete from search_readable where type <> all(types);
      with changed as (
        insert into search_readable (type, condition, walked)
          select given.type, given.condition, case given.type when 'USER' then '0' else '${FIRST_UUID}' end
          from unnest(types, conditions) given (type, condition)
          on conflict (type) do update set condition = excluded.condition, walked = excluded.walked
            where search_readable.condition <> excluded.condition
          returning type
      ), lost as (
        delete from search_words k where k.type in (select type from changed) or k.type <> all(types) returning word
      )
      insert into search_lost_words select word from lost on conflict do nothing;
    end $$`,

  // The queue of the documents leaves the words to the queue of words.
  'drop trigger search_user_left on users',
  'drop function forget_user()',
  'drop function forget_words(text)',
  'drop function index_records(text, text[], text[])',
  'alter table search_waiting drop column former',
  INDEX_RECORDS,
  INDEX_WAITING,
]

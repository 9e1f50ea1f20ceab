import { Migration } from '@mikro-orm/migrations'

/**
 * Searches for phrases of common words are fast: `search_neighbours` knows which common words stand side by side in an
 * article. The index of documents has no positions, so that PostgreSQL reads each document with all words of a phrase
 * (decision 9).
 */
export class SearchNeighbours extends Migration {
  override name = '2026-12-10-search-neighbours'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

/** The list of common words is made from this many articles. With fewer articles, no phrase is slow. */
const SAMPLE = 1_000
/** A word in more articles of the sample is common. A phrase with another word is in few documents. */
const COMMON = SAMPLE * 0.03
/** A word in more articles of the sample must be in the list. The list does not change for a word in fewer articles. */
const VERY_COMMON = SAMPLE * 0.1
/** The key of two words is the place of the first in the list, times this number, plus the place of the second. */
const MOST_WORDS = 1_000

const statements = [
  // The row has the number of its list, and how many articles may be written until the list is made again.
  `create table search_common_words (
    list integer not null,
    words text[] not null,
    lasts integer not null
  )`,
  `insert into search_common_words values (1, '{}', ${SAMPLE})`,

  // The keys of an article are those of a list. They are not known yet if its number is not that of the present list.
  `create table search_neighbours (
    article_id uuid primary key,
    list integer not null default 0,
    keys integer[] not null default '{}'
  )`,
  'create index search_neighbours_list on search_neighbours (list)',
  'create index search_neighbours_keys on search_neighbours using gin (keys)',

  `create function forget_neighbours() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        delete from search_neighbours where article_id = old.article_id;
      else
        insert into search_neighbours (article_id) values (new.article_id)
          on conflict (article_id) do update set list = default, keys = default;
      end if;
      return null;
    end $$`,
  `create trigger forget_neighbours after insert or update of document on search_documents
    for each row when (new.article_id is not null) execute function forget_neighbours()`,
  `create trigger forget_all_neighbours after delete on search_documents
    for each row when (old.article_id is not null) execute function forget_neighbours()`,
  // The triggers have locked the documents, so that no article is missing.
  'insert into search_neighbours (article_id) select article_id from search_documents where article_id is not null',

  // Makes the list of common words from a sample. With another list, the keys of no article are known.
  `create function choose_common_words() returns void language plpgsql as $$
    declare
      sample uuid[] := array(select article_id from search_neighbours order by random() limit ${SAMPLE});
      common text[];
      very_common text[];
    begin
      select array_agg(word order by ndoc desc, word), array_agg(word) filter (where ndoc > ${VERY_COMMON})
        into common, very_common
        from ts_stat(format('select document from search_documents where article_id = any(%L)', sample))
        where ndoc > ${COMMON};
      update search_common_words
        set list = list + 1, words = common[:${MOST_WORDS}] where not very_common <@ words;
      update search_common_words set lasts = greatest(${SAMPLE}, (select count(*) from search_neighbours));
    end $$`,

  // Finds the neighbours of a batch of articles. One process does it at a time, because it locks the list. It also locks
  // the rows before it reads the documents: a changed document is read, or its row waits again afterwards.
  `create function index_neighbours(most integer) returns text language plpgsql as $$
    declare
      present search_common_words;
      batch uuid[];
    begin
      select * into present from search_common_words for update skip locked;
      if not found then
        return 'busy';
      end if;
      if present.lasts <= 0 then
        perform choose_common_words();
        return 'more';
      end if;
      batch := array(
        select article_id from search_neighbours where list < present.list limit most for update skip locked
      );
      if batch = '{}' then
        return 'done';
      end if;
      with common as materialized (
        select word, place::integer from unnest(present.words) with ordinality words (word, place)
      )
      update search_neighbours n set list = present.list, keys = array(
        with places as materialized (
          select common.place as word, unnest(positions) as place
          from search_documents d, unnest(d.document) join common on word = lexeme where d.article_id = n.article_id
        )
        select first.word * ${MOST_WORDS} + second.word
        from places first join places second on second.place = first.place + 1
      ) where article_id = any(batch);
      update search_common_words set lasts = lasts - cardinality(batch);
      return case cardinality(batch) when most then 'more' else 'done' end;
    end $$`,

  // The keys of the neighbours that each match of the query has; null if it has none, or if PostgreSQL writes more than
  // words and phrases that a match must have.
  `create function neighbours_of(query tsquery, words text[]) returns integer[] language sql immutable as $$
    select array_agg(key) filter (where key is not null)
    from (
      select array_position(words, substring(piece from '''([^'']*)''$')) * ${MOST_WORDS}
        + array_position(words, lead(substring(piece from '^''([^'']*)''')) over (order by place)) as key
      from regexp_split_to_table(query::text, ' <-> ') with ordinality pieces (piece, place)
      where query::text !~ '[|\\\\]|!\\(|'''''
    ) neighbours
    $$`,
]

import { Migration } from '@mikro-orm/migrations'

/**
 * Searches for phrases of common words are fast: `search_neighbours` knows which common words stand side by side in an
 * article. The index of documents has no positions, so that PostgreSQL reads each document with all words of a phrase
 * (decision 9). The previous release uses these tables; this release does not.
 */
export class SearchNeighbours extends Migration {
  override name = '2026-12-10-search-neighbours'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

/** The list of common words comes from this many articles. With fewer articles, no phrase takes long. */
const SAMPLE = 1_000
/** A word in more articles of the sample is common. Few documents have a phrase with another word. */
const COMMON = SAMPLE * 0.05
/** The look for each word in a document takes time. */
const MOST_WORDS = 1_000
/** A new list is made only if one of the first words of the sample, in more of its articles, is not in the list. */
const [VERY_COMMON, FIRST_WORDS] = [SAMPLE * 0.1, MOST_WORDS / 2]

/**
 * The key of two neighbours in this order. Other neighbours can have the same key: an index of fewer keys takes less time.
 */
const writeKey = (first: string, second: string): string =>
  `(hashtext(${first}) # (hashtext(${second}) >> 7)) & 65535`

const [LAST_WORD, FIRST_WORD] = [`'''([^'']*)''$'`, `'^''([^'']*)'''`]

const statements = [
  // The only row has the number of the list, and how many articles may change before the words are counted again.
  'create table search_common_words (list integer not null, words text[] not null, lasts integer not null)',
  `insert into search_common_words values (1, '{}', ${SAMPLE})`,

  // The neighbours in an article are unknown if they are not from the present list.
  `create table search_neighbours (
    article_id uuid primary key,
    list integer not null default 0,
    keys integer[] not null default '{}'
  )`,
  'create index search_neighbours_list on search_neighbours (list)',
  // PostgreSQL collects 16 MB of new keys: to add them to an index of many articles takes as long as to find them.
  'create index search_neighbours_keys on search_neighbours using gin (keys) with (gin_pending_list_limit = 16384)',

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
  // The triggers keep other writers of documents out until the commit, so that no article is missing.
  'insert into search_neighbours (article_id) select article_id from search_documents where article_id is not null',

  // A search for a phrase that no document has reads long texts.
  'create index articles_long on articles (id) where octet_length(content) > 60000',

  `create function choose_common_words() returns void language plpgsql as $$
    declare
      sample uuid[] := array(select article_id from search_neighbours order by random() limit ${SAMPLE});
      common text[];
      very_common text[];
    begin
      select array_agg(word order by ndoc desc), array_agg(word order by ndoc desc) filter (where ndoc > ${VERY_COMMON})
        into common, very_common
        from ts_stat(format('select document from search_documents where article_id = any(%L)', sample))
        where ndoc > ${COMMON};
      update search_common_words set list = list + 1, words = common[:${MOST_WORDS}]
        where not very_common[:${FIRST_WORDS}] <@ words;
      update search_common_words set lasts = greatest(${SAMPLE}, (select count(*) from search_neighbours));
    end $$`,

  // Finds the neighbours in a batch of articles. It locks the list, so that one process does this at a time, and the rows
  // before it reads their documents: a document that changes meanwhile makes the neighbours unknown again afterwards.
  // PostgreSQL would rather read the whole table than use its index while most articles wait.
  `create function index_neighbours(most integer) returns text language plpgsql set enable_seqscan = off as $$
    declare
      common search_common_words;
      batch uuid[];
    begin
      -- A lock would be a write, and most calls find nothing to do.
      if not exists (select from search_common_words c
          where lasts <= 0 or exists (select from search_neighbours n where n.list < c.list)) then
        return 'done';
      end if;
      select * into common from search_common_words for update skip locked;
      if not found then
        return 'busy';
      end if;
      if common.lasts <= 0 then
        perform choose_common_words();
        return 'more';
      end if;
      batch := array(
        select article_id from search_neighbours where list < common.list limit most for update skip locked
      );
      if batch = '{}' then
        return 'done';
      end if;
      -- The weight A marks the common words: to list all words would take longer.
      update search_neighbours n set list = common.list, keys = array(
        with places as materialized (
          select lexeme, unnest(positions) as place from search_documents d,
            unnest(ts_filter(setweight(setweight(d.document, 'D'), 'A', common.words), '{a}'))
          where d.article_id = n.article_id
        )
        select ${writeKey('first.lexeme', 'second.lexeme')}
        from places first join places second on second.place = first.place + 1
      ) where article_id = any(batch);
      update search_common_words set lasts = lasts - cardinality(batch);
      return case cardinality(batch) when most then 'more' else 'done' end;
    end $$`,

  // The keys of the common neighbours in each match of a query: words with <-> between them. Null if there are none, and
  // if the query has alternatives or excluded phrases. The words of other queries contain no quotes.
  `create function neighbours_of(query tsquery, words text[]) returns integer[] language sql immutable as $$
    select array_agg(${writeKey('first', 'second')})
    from (
      select substring(piece from ${LAST_WORD}) as first,
        lead(substring(piece from ${FIRST_WORD})) over (order by place) as second
      from regexp_split_to_table(query::text, ' <-> ') with ordinality pieces (piece, place)
      where query::text !~ '[|\\\\]|!\\(|'''''
    ) neighbours
    where first = any(words) and second = any(words)
    $$`,
]

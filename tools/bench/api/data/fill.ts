import { showProgress } from '../../../../libs/server/src/transfer/progress.ts'
import type { Queryable } from '../../../postgres/database-snapshot.ts'
import { makeArticle, makeComment, makeProduct, makeUser, type DataSize } from './records.ts'
import { WORDS } from './vocabulary.ts'

const USERS = `
  insert into users (id, username, name, email, age, role, roles, status, deleted, permissions, profile, settings,
    preferences, tokens_valid_from, created_at, email_confirmed_at, version)
  select id, username, name, email, age, role, array[role], 'ACTIVE', false, '{}',
    jsonb_build_object('bio', bio, 'avatar', null, 'website', null, 'location', null), g.settings, g.preferences,
    t.created_at, t.created_at, t.created_at, 1
  from json_to_recordset($1::json) t (id integer, username text, name text, email text, age integer, role text, bio text,
    created_at timestamptz), (select settings, preferences from users where id = 1) g`

const PRODUCTS = `
  insert into products (id, title, description, price, stock, category_id, created_at, version)
  select t.id, title, description, price, stock, c.id, t.created_at, 1
  from json_to_recordset($1::json) t (id uuid, title text, description text, price double precision, stock integer,
    created_at timestamptz), (select id from categories limit 1) c`

const CATEGORY = `insert into categories (id, name, created_at) values (gen_random_uuid(), 'Things', '2026-01-03T00:00:00Z')`

/** Also adds the search documents, as `index_records` does. */
const ARTICLES = `
  with added as (
    insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, views, created_at,
      published_at, version)
    select id, title, content, excerpt, true, status, tags, owner_id, views, created_at, published_at, 1
    from json_to_recordset($1::json) t (id uuid, title text, content text, excerpt text, status text, tags text[],
      owner_id integer, views integer, created_at timestamptz, published_at timestamptz)
    returning id, title, tags, content
  )
  insert into search_documents (article_id, document)
  select id, search_document(title, array_to_string(tags, ' '), content) from added`

const COMMENTS = `
  with added as (
    insert into comments (id, article_id, author_id, content, created_at, version)
    select id, article_id, author_id, content, created_at, 1
    from json_to_recordset($1::json) t (id uuid, article_id uuid, author_id integer, content text, created_at timestamptz)
    returning id, content
  )
  insert into search_documents (comment_id, document) select id, search_document('', '', content) from added`

/** Indexes that no constraint needs. Without them, rows are added faster. */
const INDEXES = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
  where indrelid in ('articles'::regclass, 'comments'::regclass, 'search_documents'::regclass)
    and not exists (select from pg_constraint where conindid = indexrelid)`

/** Titles that were added without triggers. */
const ADD_TITLES = `select index_titles('ARTICLE', array(select id::text from articles))`

/** The words of all generated texts: the service would learn the same words from them. A word names a record that has it. */
const LEARN = `insert into search_words (word, type, id)
  select word, 'ARTICLE', (select id::text from articles where status = 'PUBLISHED' limit 1) from text_words($1) word
  on conflict do nothing`

/** Indexes all records that wait, such as users and products. */
const INDEX = 'select index_waiting(1000000, 2000000000), learn_waiting(1000000, 2000000000)'

/** Looks at the content of all users (decision 75). The time of a larger set grows with its square. */
const settleUsers = async (database: Queryable): Promise<void> => {
  await database.query('analyze')
  for (let isDone = false; !isDone;) {
    const { rows } = await database.query<{ isDone: boolean }>('select settle_users(2000) as "isDone"')
    isDone = rows[0]?.isDone === true
  }
}

/** Ids that clients chose are skipped, and the sequence counts the rest. */
const FINISH = [`select setval('user_ids', (select max(id) from users))`, 'vacuum (freeze, analyze)']

interface Part {
  readonly name: string
  readonly count: number
  readonly batch: number
  readonly statement: string
  make(place: number): object
}

const listParts = (
  seed: number,
  size: DataSize,
): { readonly small: readonly Part[]; readonly large: readonly Part[] } => ({
  small: [
    {
      name: 'users',
      count: size.users,
      batch: 1_000,
      statement: USERS,
      make: (place) => makeUser(seed, place),
    },
    {
      name: 'products',
      count: size.products,
      batch: 500,
      statement: PRODUCTS,
      make: (place) => makeProduct(seed, place),
    },
  ],
  large: [
    {
      name: 'articles',
      count: size.articles,
      batch: 500,
      statement: ARTICLES,
      make: (place) => makeArticle(seed, size, place),
    },
    {
      name: 'comments',
      count: size.comments,
      batch: 5_000,
      statement: COMMENTS,
      make: (place) => makeComment(seed, size, place),
    },
  ],
})

const addPart = async (database: Queryable, { name, count, batch, statement, make }: Part): Promise<void> => {
  const progress = showProgress(count)
  for (let at = 0; at < count; at += batch) {
    const records = Array.from({ length: Math.min(batch, count - at) }, (_, place) => make(at + place))
    await database.query(statement, [JSON.stringify(records)])
    progress.update(at + records.length, `${at + records.length} of ${count} ${name}`)
  }
  progress.finish()
}

/** Runs `add` without triggers, foreign keys and the indexes that can be built afterwards. */
const withoutTriggers = async (database: Queryable, add: () => Promise<void>): Promise<void> => {
  const { rows: indexes } = await database.query<{ name: string; definition: string }>(INDEXES)
  for (const { name } of indexes) await database.query(`drop index ${name}`)
  await database.query('set session_replication_role = replica')
  await add()
  await database.query('reset session_replication_role')
  for (const { definition } of indexes) await database.query(definition)
}

/** Fills the tables of a service that has no content yet. */
export const fillTables = async (database: Queryable, seed: number, size: DataSize): Promise<void> => {
  const { small, large } = listParts(seed, size)
  await database.query(`set timezone = 'UTC'`)
  await database.query(CATEGORY)
  for (const part of small) await addPart(database, part)
  await withoutTriggers(database, async () => {
    for (const part of large) await addPart(database, part)
  })
  await database.query(ADD_TITLES)
  await database.query(LEARN, [WORDS.join(' ')])
  await database.query(INDEX)
  await settleUsers(database)
  for (const statement of FINISH) await database.query(statement)
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Account, AttackedService } from './attacked-service.ts'

const POLL_MS = 200
const SETTLE_TIMEOUT_MS = 300_000

/** The words of the articles are `word0` to `word39`: each is in three quarters of the texts. */
export const VOCABULARY = 40
const WORDS_OF_TEXT = 60
const TOPICS = 100

/** Users without content, whom other readers do not see. Each follows all the given users, and is older than the last. */
const ADD_HIDDEN = `with added as (
    insert into users (id, username, name, email, roles, status, deleted, permissions, profile, settings, preferences,
      tokens_valid_from, created_at, version)
    select nextval('user_ids'), 'hidden-' || n, 'Hidden', 'hidden-' || n || '@example.org', '{READER}', like_them.status,
      false, '{}', like_them.profile, like_them.settings, like_them.preferences, like_them.tokens_valid_from,
      now() - n * interval '1 second', 1
    from users like_them, generate_series(1, $2::int) n where like_them.id = $1
    returning id
  ) insert into follows select added.id, followed, now() from added, unnest($3::int[]) followed`

const ADD_FOLLOW = 'insert into follows values ($1, $2, now())'

/** Equal numbers give equal texts, so that two runs search the same texts. */
const ADD_ARTICLES = `insert into articles
    (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, published_at, version)
  select gen_random_uuid(), 'Number ' || n, text, left(text, 200), true, 'PUBLISHED', '{}', $1, time, time, 1
  from (
    select n, now() - n * interval '1 second' as time, (
      select string_agg('word' || abs(hashint8(n * 1000::bigint + place)::bigint) % ${VOCABULARY}, ' ')
      from generate_series(1, ${WORDS_OF_TEXT}) place) as text
    from generate_series(1, $2::int) n
  ) texts`

const ADD_TOPICS = `insert into topics (id, name, created_at, version)
  select gen_random_uuid(), 'Topic ' || n, now(), 1 from generate_series(1, ${TOPICS}) n`

/** Closed entries link to the first topic, and open entries to two of the others. */
const ADD_ENTRIES = `with numbered as (
    select id, row_number() over (order by name = 'Topic 1' desc, name) as place from topics
  ), added as (
    insert into entries (id, status, created_at, version)
    select gen_random_uuid(), $2, now() - n * interval '1 second', 1 from generate_series(1, $1::int) n returning id
  ), chosen as (
    select id, case when $2 = 'CLOSED' then 1 else 2 + abs(hashtext(id::text)::bigint) % ${TOPICS - 1} end as place from added
  ), linked as (
    insert into entries_topics select chosen.id, numbered.id, 1 from chosen join numbered using (place)
  ) insert into entries_subtopics select chosen.id, numbered.id, 1 from chosen join numbered using (place)`

/** Adds rows without their triggers, which would put each of them into the queue of the search index. */
const addUnnoticed = async ({ database }: AttackedService, work: () => Promise<unknown>): Promise<void> => {
  // The pool has one connection, so that the setting holds for the statements of the work.
  await database.query('set session_replication_role = replica')
  await work()
  await database.query('reset session_replication_role')
}

export const addArticles = async (
  { database }: AttackedService,
  owner: Pick<Account, 'id'>,
  count: number,
): Promise<void> => void (await database.query(ADD_ARTICLES, [owner.id, count]))

/**
 * Adds three public users with hidden followers. Nobody else follows the first of them, and a guest sees two followers of
 * each of the others. Returns their ids.
 */
export const addFollowed = async (service: AttackedService, hidden: number): Promise<readonly number[]> => {
  const { database, administrator } = service
  const followed: number[] = []
  for (let number = 0; number < 3; number += 1) {
    const account = await service.addAccount('AUTHOR')
    await addArticles(service, account, 1)
    followed.push(account.id)
  }
  await addUnnoticed(service, () => database.query(ADD_HIDDEN, [administrator.id, hidden, followed]))
  for (const from of followed)
    for (const into of followed.slice(1)) if (from !== into) await database.query(ADD_FOLLOW, [from, into])
  return followed
}

/** Adds topics, closed entries of one topic, and a fifth as many open entries. Returns the id of the topic. */
export const addEntries = async (service: AttackedService, closed: number): Promise<string> => {
  const { database } = service
  await addUnnoticed(service, async () => {
    await database.query(ADD_TOPICS)
    await database.query(ADD_ENTRIES, [closed, 'CLOSED'])
    await database.query(ADD_ENTRIES, [Math.ceil(closed / 5), 'OPEN'])
  })
  const { rows } = await database.query<{ id: string }>("select id from topics where name = 'Topic 1'")
  return rows[0]?.id ?? ''
}

const hasRows = async ({ database }: AttackedService, table: string): Promise<boolean> =>
  (await database.query(`select 1 from ${table} limit 1`)).rowCount === 1

/** Waits until the service has indexed the texts and knows the public users, and PostgreSQL knows the tables. */
export const settle = async (service: AttackedService): Promise<void> => {
  const deadline = Date.now() + SETTLE_TIMEOUT_MS
  for (const table of ['doubted_users', 'search_waiting', 'search_waiting_words'])
    while (await hasRows(service, table)) {
      if (Date.now() > deadline) throw new Error(`${table} still has rows.`)
      await sleep(POLL_MS)
    }
  await service.database.query('vacuum analyze')
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { AttackedService } from './attacked-service.ts'

const POLL_MS = 200
const SETTLE_TIMEOUT_MS = 300_000

/** Users without content, whom only administrators see. They follow each of some users. */
const ADD_HIDDEN = `with added as (
    insert into users (id, username, name, email, role, roles, status, deleted, permissions, profile, settings, preferences,
      tokens_valid_from, created_at, version)
    select nextval('user_ids'), 'hidden-' || n, 'Hidden', 'hidden-' || n || '@example.org', 'READER', '{READER}', a.status,
      false, '{}', a.profile, a.settings, a.preferences, a.tokens_valid_from, now() - n * interval '1 second', 1
    from users a, generate_series(1, $2::int) n where a.id = $1
    returning id
  ) insert into follows select added.id, followed, now() from added, unnest($3::int[]) followed`

const ADD_FOLLOW = 'insert into follows values ($1, $2, now())'

/** Articles of 150 words, 12 of a vocabulary of 400 in the title. Each word is in about a third of the texts. */
const ADD_ARTICLES = `insert into articles
    (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, published_at, version)
  select gen_random_uuid(), 'Number ' || n, text, left(text, 200), true, 'PUBLISHED', '{}', $1, time, time, 1
  from (
    select n, now() - n * interval '1 second' as time,
      (select string_agg('word' || mod(hashint8(n::bigint * 1000 + place)::bigint + 2147483648, $3::int), ' ')
        from generate_series(1, 150) place) as text
    from generate_series(1, $2::int) n
  ) texts`

const ADD_TOPICS = `insert into topics (id, name, created_at, version)
  select gen_random_uuid(), 'Topic ' || n, now(), 1 from generate_series(1, $1::int) n`

/** Each closed entry links to the first topic, and to one of the others. */
const ADD_ENTRIES = `with added as (
    insert into entries (id, status, created_at, version)
    select gen_random_uuid(), 'CLOSED', now() - n * interval '1 second', 1 from generate_series(1, $1::int) n returning id
  ), first as (select id from topics order by name limit 1),
  linked as (insert into entries_topics select added.id, first.id, 1 from added, first)
  insert into entries_subtopics select added.id, first.id, 1 from added, first`

const countRows = async (database: Pool, table: string): Promise<number> =>
  (await database.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count ?? 0

/** Waits until the service has indexed the texts and knows the public users. */
export const waitUntilSettled = async ({ database }: AttackedService): Promise<void> => {
  const deadline = Date.now() + SETTLE_TIMEOUT_MS
  for (const table of ['doubted_users', 'search_waiting', 'search_waiting_words'])
    while ((await countRows(database, table)) > 0) {
      if (Date.now() > deadline) throw new Error(`${table} still has rows.`)
      await sleep(POLL_MS)
    }
}

import type { Client } from 'pg'
import { withClient } from '../../../postgres/postgres-client.ts'
import { END_OF_DATA } from '../data/records.ts'
import { MOST_COMMENTS, NESTING_ARTICLES, PLACES, TEXT_SIZES, type GrowthTargets } from './series.ts'

/** One moment for all added comments, by which they are deleted. The benchmark deletes newer ones after each turn. */
const ADDED_AT = `timestamptz '${END_OF_DATA}' - interval '1 second'`

const ADD_COMMENTS = `
  insert into comments (id, article_id, author_id, content, created_at, version)
  select gen_random_uuid(), article.id, author.id, 'A comment of the benchmark with a few words.', ${ADDED_AT}, 1
  from (
    select id from articles where status = 'PUBLISHED' order by created_at desc, id desc
    limit ${PLACES + NESTING_ARTICLES}
  ) article, (select id from users where id > 2 order by id limit ${MOST_COMMENTS}) author`

/** Without triggers: the added comments are no part of the search index. */
const change = (url: string, statement: string): Promise<void> =>
  withClient(url, async (client: Client) => {
    await client.query('set session_replication_role = replica')
    await client.query(statement)
    await client.query('vacuum comments')
  })

/** Adds comments to the newest articles, so that their lists can grow, until the result is disposed of. */
export const addComments = async (url: string): Promise<AsyncDisposable> => {
  await change(url, ADD_COMMENTS)
  return {
    [Symbol.asyncDispose]: () => change(url, `delete from comments where created_at = ${ADDED_AT}`),
  }
}

const OF_SIZE = `
  select id::text from articles
  where status = 'PUBLISHED' and octet_length(content) >= $1 and octet_length(content) < 2 * $1
  order by id limit ${PLACES}`

/** Ids of articles whose texts have at least so many bytes, and less than twice as many. */
export const readArticlesBySize = (url: string): Promise<GrowthTargets['articlesBySize']> =>
  withClient(url, async (client: Client) => {
    const sizes = new Map<number, readonly string[]>()
    for (const size of TEXT_SIZES) {
      const { rows } = await client.query<{ id: string }>(OF_SIZE, [size])
      sizes.set(
        size,
        rows.map(({ id }) => id),
      )
    }
    return sizes
  })

import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { END_OF_DATA } from './data/records.ts'
import { COMMON_WORDS, RARE_WORDS, TAGS } from './data/vocabulary.ts'
import { MOST_PAGES, QUESTIONS, type Targets } from './workloads.ts'

/** Ids that are evenly spread. */
const spreadIds = (table: string, where: string): string => `
  select id::text from (
    select id, row_number() over (order by id) as place, count(*) over () as count from ${table} where ${where}
  ) numbered
  where place % greatest(count / ${QUESTIONS}, 1) = 0 order by place limit ${QUESTIONS}`

/** The full pages of the shortest list: 100 articles or 20 users. */
const COUNT_PAGES = `
  select least(
    (select count(*) from articles where status = 'PUBLISHED') / 100, (select count(*) from users) / 20
  )::int as pages`

const FIRST_OF_ROLE = `select id from users where role = $1 order by id limit 1`

/** What edits and readers change of the articles. The table ends with the connection. */
const KEEP_ARTICLES = `create temporary table kept_articles as
  select id, title, views from articles where id::text in (${spreadIds('articles', "status = 'PUBLISHED'")})`

const RESTORE_ARTICLES = `
  update articles set title = kept.title, views = kept.views, version = 1, updated_at = null from kept_articles kept
  where kept.id = articles.id and (articles.version > 1 or articles.views <> kept.views)`

/** What edits and comments leave behind, except in tables whose rows are deleted with a comment. */
const CLEAN = [
  `delete from revisions where created_at > '${END_OF_DATA}'`,
  `delete from comments where created_at > '${END_OF_DATA}'`,
  'delete from events',
  'delete from audit_entries',
]

/** Each call takes records of at most 1,000 authors. */
const INDEX = 'select index_waiting(1000000, 2000000000), learn_waiting(1000000, 2000000000)'
const IS_INDEXED = `
  select not exists (select from search_waiting) and not exists (select from search_waiting_words) as done`

/** Statements of clients. BEGIN and COMMIT count, and statements inside of functions do not. */
const COUNT = `
  select coalesce(sum(calls), 0)::int as count from pg_stat_statements
  where query not ilike '%pg_stat_statements%' and query not ilike '%pg_reload_conf%'`

const SETTLE_MS = 300

/** The connection of the benchmark itself. */
export class BenchDatabase {
  readonly #client: Client

  private constructor(client: Client) {
    this.#client = client
  }

  static async connect(url: string): Promise<BenchDatabase> {
    const client = new Client({ connectionString: url })
    await client.connect()
    const database = new BenchDatabase(client)
    await client.query(KEEP_ARTICLES)
    await database.#index()
    // Counting costs time.
    await database.#track('none')
    return database
  }

  async readTargets(): Promise<Targets> {
    const ids = async (sql: string): Promise<readonly string[]> =>
      (await this.#client.query<{ id: string }>(sql)).rows.map(({ id }) => id)
    const [longest = { pages: 0 }] = (await this.#client.query<{ pages: number }>(COUNT_PAGES)).rows
    return {
      articles: await ids(spreadIds('articles', "status = 'PUBLISHED'")),
      users: await ids(spreadIds('users', 'id > 2')),
      authors: await ids(spreadIds('users', "role = 'AUTHOR'")),
      words: RARE_WORDS.slice(0, QUESTIONS),
      commonWords: COMMON_WORDS,
      tags: TAGS,
      pages: Math.max(1, Math.min(MOST_PAGES, longest.pages)),
      writer: String(await this.findUser('READER')),
    }
  }

  async findUser(role: string): Promise<number> {
    return (await this.#client.query<{ id: number }>(FIRST_OF_ROLE, [role])).rows[0]?.id ?? 0
  }

  /** Deletes everything that requests have written. */
  async clean(): Promise<void> {
    const { rowCount } = await this.#client.query(RESTORE_ARTICLES)
    for (const statement of CLEAN) await this.#client.query(statement)
    // Deleted comments leave the search index, and old titles come back.
    await this.#index()
    // Edits leave old versions of the same few rows.
    if (rowCount) await this.#client.query('vacuum articles, revisions')
  }

  /** The number of statements that PostgreSQL runs meanwhile. */
  async countStatements(work: () => Promise<unknown>): Promise<number> {
    await this.#track('top')
    await this.#client.query('select pg_stat_statements_reset()')
    await work()
    const { rows } = await this.#client.query<{ count: number }>(COUNT)
    await this.#track('none')
    return rows[0]?.count ?? 0
  }

  /** Indexes all records that wait, so that no turn has to learn their words, and no search has to read them. */
  async #index(): Promise<void> {
    for (let done = false; !done;) {
      await this.#client.query(INDEX)
      done = (await this.#client.query<{ done: boolean }>(IS_INDEXED)).rows[0]?.done ?? true
    }
  }

  async #track(level: 'top' | 'none'): Promise<void> {
    await this.#client.query(`alter system set pg_stat_statements.track = '${level}'`)
    await this.#client.query('select pg_reload_conf()')
    await sleep(SETTLE_MS)
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}

import { join } from 'node:path'
import { escapeIdentifier, escapeLiteral, type Client } from 'pg'
import { withClient } from '../../postgres/postgres-client.ts'
import type { Postgres } from '../../postgres/postgres.ts'

/** The tables of the file, in the order in which rows refer to each other. */
const TABLES = ['search_readable', 'users', 'articles', 'comments']

/** Each database has the ghost from its migrations. */
const WITHOUT_GHOST: Readonly<Record<string, string>> = { users: 'where id <> 1' }

/** A few sets: the lists of ids of all records would take more memory than the sets save time. */
const LEARN = 'select learn_waiting(100000, 67108864) as outcome'
const INDEX = ['select index_waiting(100000, 67108864) as outcome', LEARN]

const COLUMNS = `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
  from information_schema.columns
  where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'`

/** A file that PostgreSQL itself reads and writes. */
const nameFile = ({ dataDir }: Postgres, table: string): string =>
  escapeLiteral(join(dataDir, `bench-${table}.copy`))

const findColumns = async (client: Client, table: string): Promise<string> =>
  (await client.query<{ columns: string }>(COLUMNS, [table])).rows[0]?.columns ?? ''

/** Writes the rows that an import has made to files, for plain loads of the same rows. */
export const saveRows = (postgres: Postgres, url: string): Promise<void> =>
  withClient(url, async (client) => {
    for (const table of TABLES) {
      const rows = `select ${await findColumns(client, table)} from ${escapeIdentifier(table)} ${WITHOUT_GHOST[table] ?? ''}`
      await client.query(`copy (${rows}) to ${nameFile(postgres, table)}`)
    }
  })

/** Loads the rows with COPY, and then writes their search documents. */
export const loadRows = (postgres: Postgres, url: string): Promise<void> =>
  withClient(url, async (client) => {
    for (const table of TABLES) {
      const columns = await findColumns(client, table)
      await client.query(`copy ${escapeIdentifier(table)} (${columns}) from ${nameFile(postgres, table)}`)
    }
    for (const statement of INDEX) await repeat(client, statement)
  })

/** Runs a step of the search index until it has nothing to do. */
const repeat = async (client: Client, statement: string): Promise<void> => {
  while ((await client.query<{ outcome: string }>(statement)).rows[0]?.outcome !== 'done');
}

/** The public users, whose names are known words: the service looks at them after a load. */
const SETTLE = "select case when settle_users(100000) then 'done' end as outcome"

/** The numbers of rows, of search documents and of known words: the result of a load. */
export const countRows = (url: string): Promise<Readonly<Record<string, number>>> =>
  withClient(url, async (client) => {
    for (const statement of [SETTLE, LEARN]) await repeat(client, statement)
    const counts: Record<string, number> = {}
    for (const table of [
      ...TABLES,
      'search_documents',
      'search_words',
      'search_waiting',
      'search_waiting_words',
    ])
      counts[table] = (
        await client.query<{ count: number }>(`select count(*)::int as count from ${escapeIdentifier(table)}`)
      ).rows[0]?.count as number
    return counts
  })

import { randomBytes } from 'node:crypto'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'

export interface TestDatabase {
  readonly url: string
  /** Ends the connections. Nobody can connect again, and the server drops the database with others later. */
  drop(): Promise<void>
}

export interface Template {
  /** Test files that name the same template share it. */
  name: string
  /** Brings an empty database to what every copy starts from: migrations, most of the time. Closes its connections. */
  prepare(url: string): Promise<void>
}

/** So many databases of finished tests take 0.3 GB of disk. */
const DROPPED_AT_ONCE = 30

/** A database of its own for one test file: empty, or a copy of a template that the first caller prepares. */
export async function createDatabase(serverUrl: string, template?: Template): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, async (client) => {
    if (template) await ensureTemplate(client, serverUrl, template)
    await create(client, name, template?.name)
  })
  return {
    url: urlOf(serverUrl, name),
    drop: () => onServer(serverUrl, (client) => retire(client, name)),
  }
}

/** The lock lets one caller prepare while the others wait; the rename at the end hides a half-prepared template. */
async function ensureTemplate(client: Client, serverUrl: string, { name, prepare }: Template): Promise<void> {
  const lock = `hashtextextended(${escapeLiteral(name)}, 0)`
  const draft = `${name}_draft`
  await client.query(`SELECT pg_advisory_lock(${lock})`)
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount) return
    await drop(client, draft)
    await create(client, draft)
    await prepare(urlOf(serverUrl, draft))
    await client.query(`ALTER DATABASE ${escapeIdentifier(draft)} RENAME TO ${escapeIdentifier(name)}`)
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${lock})`)
  }
}

/** A copy of the files takes half of the time that a copy through the log takes. */
async function create(client: Client, name: string, template = 'template1'): Promise<void> {
  const [database, source] = [escapeIdentifier(name), escapeIdentifier(template)]
  await client.query(`CREATE DATABASE ${database} TEMPLATE ${source} STRATEGY FILE_COPY`)
}

/**
 * A file system has to search for free inodes for seconds after files are deleted. Each database has 300 files, so a run
 * that drops each one at once spends a tenth of its processor time on these searches.
 */
async function retire(client: Client, name: string): Promise<void> {
  await client.query(`ALTER DATABASE ${escapeIdentifier(name)} ALLOW_CONNECTIONS false`)
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
  const { rows } = await client.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE NOT datallowconn AND datname LIKE 'test\\_%'",
  )
  if (rows.length < DROPPED_AT_ONCE) return
  for (const { datname } of rows) await drop(client, datname)
}

async function drop(client: Client, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`)
}

async function onServer(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

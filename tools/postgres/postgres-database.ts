import { randomBytes } from 'node:crypto'
import { escapeIdentifier, escapeLiteral, type Client } from 'pg'
import { withClient } from './postgres-client.ts'
import { type DatabaseSnapshot, restoreSnapshot, takeSnapshot } from './database-snapshot.ts'

export interface TestDatabase {
  readonly url: string
  /** Ends open connections. No client can connect with this URL again. */
  drop(): Promise<void>
}

export interface Template {
  /** The name of lower-case letters and `_`. Test files with the same template name share the template. */
  name: string
  /** Prepares an empty database, from which all copies start: usually by migrations. It must close its connections. */
  prepare(url: string): Promise<void>
}

/**
 * A separate database for one test file: empty, or with the content of a template that the first caller prepares. A
 * copy of a template that a test has dropped gets the template's rows back and serves the next test: each new copy
 * creates 300 files, and ext4 searches for free inodes for minutes after files are deleted.
 */
export async function createDatabase(serverUrl: string, template?: Template): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await withClient(serverUrl, async (client) => {
    if (!template) return create(client, name)
    await whileLocked(client, template.name, async () => {
      await ensureTemplate(client, serverUrl, template)
      await reuseOrCreate(client, name, template.name)
    })
  })
  return { url: urlOf(serverUrl, name), drop: () => retire(serverUrl, name, template?.name) }
}

/** The rename at the end hides a half-prepared template. The comment of the template is its snapshot. */
async function ensureTemplate(client: Client, serverUrl: string, { name, prepare }: Template): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
  if (rowCount) return
  const draft = `${name}_draft`
  await drop(client, draft)
  await create(client, draft)
  await prepare(urlOf(serverUrl, draft))
  const snapshot = await withClient(urlOf(serverUrl, draft), takeSnapshot)
  await client.query(
    `COMMENT ON DATABASE ${escapeIdentifier(draft)} IS ${escapeLiteral(JSON.stringify(snapshot))}`,
  )
  await rename(client, draft, name)
}

async function reuseOrCreate(client: Client, name: string, template: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1) LIMIT 1',
    [restoredPrefix(template)],
  )
  if (rows[0]) await rename(client, rows[0].datname, name)
  else await create(client, name, template)
}

/** The new names keep a program that a test has left running away from the database. */
async function retire(serverUrl: string, name: string, template?: string): Promise<void> {
  await withClient(serverUrl, async (client) => {
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
    if (template === undefined) return drop(client, name)
    const used = `used_${name}`
    await rename(client, name, used)
    const snapshot = await readSnapshot(client, template)
    const isRestored = await withClient(urlOf(serverUrl, used), (within) => restoreSnapshot(within, snapshot))
    if (isRestored) await rename(client, used, restoredPrefix(template) + name)
    else await drop(client, used)
  })
}

const restoredPrefix = (template: string): string => `restored_${template}_`

async function readSnapshot(client: Client, template: string): Promise<DatabaseSnapshot> {
  const { rows } = await client.query<{ snapshot: string }>(
    "SELECT shobj_description(oid, 'pg_database') AS snapshot FROM pg_database WHERE datname = $1",
    [template],
  )
  return JSON.parse(rows[0]?.snapshot ?? '') as DatabaseSnapshot
}

/** A copy of the files takes half of the time that a copy through the log takes. */
async function create(client: Client, name: string, template = 'template1'): Promise<void> {
  const [database, source] = [escapeIdentifier(name), escapeIdentifier(template)]
  await client.query(`CREATE DATABASE ${database} TEMPLATE ${source} STRATEGY FILE_COPY`)
}

/** PostgreSQL waits five seconds for sessions that are ending. */
async function rename(client: Client, from: string, to: string): Promise<void> {
  await client.query(`ALTER DATABASE ${escapeIdentifier(from)} RENAME TO ${escapeIdentifier(to)}`)
}

async function drop(client: Client, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`)
}

/** One caller at a time prepares or takes a copy, while the others wait. */
async function whileLocked(client: Client, name: string, work: () => Promise<void>): Promise<void> {
  const lock = `hashtextextended(${escapeLiteral(name)}, 0)`
  await client.query(`SELECT pg_advisory_lock(${lock})`)
  try {
    await work()
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${lock})`)
  }
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

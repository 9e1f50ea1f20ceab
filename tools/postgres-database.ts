import { randomBytes } from 'node:crypto'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'

export interface TestDatabase {
  readonly url: string
  /** Ends what is still connected, and drops the database. */
  drop(): Promise<void>
}

export interface Template {
  /** Test files that name the same template share it. */
  name: string
  /** Brings an empty database to what every copy starts from: migrations, most of the time. Closes its connections. */
  prepare(url: string): Promise<void>
}

/** A database of its own for one test file: empty, or a copy of a template that the first caller prepares. */
export async function createDatabase(serverUrl: string, template?: Template): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, async (client) => {
    if (template) await ensureTemplate(client, serverUrl, template)
    await create(client, name, template?.name)
  })
  return {
    url: urlOf(serverUrl, name),
    drop: () => onServer(serverUrl, (client) => drop(client, name)),
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

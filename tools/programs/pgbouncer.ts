import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { unprivilegedAccount } from '../postgres/postgres-binaries.ts'
import { freePort } from '../postgres/postgres-server.ts'
import { requirePrograms } from './required-programs.ts'

const START_TIMEOUT_MS = 10_000
/** Fewer than the requests at once, so that requests share each connection. */
const CONNECTIONS = 3

export interface PgBouncer {
  /** The address of the same database behind the pooler. */
  readonly url: string
  stop(): Promise<void>
}

/** Starts a real PgBouncer in transaction mode before a database. Each new connection to it runs `connectQuery`. */
export async function startPgBouncer(databaseUrl: string, connectQuery = ''): Promise<PgBouncer> {
  requirePrograms('PgBouncer')
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  const port = await freePort()
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(config, configure(new URL(databaseUrl), port, connectQuery))
  const account = unprivilegedAccount()
  // PgBouncer does not run as root, and its account must reach the file.
  for (const [path, mode] of [
    [folder, 0o755],
    [config, 0o644],
  ] as const)
    chmodSync(path, mode)
  const pooler = spawn('pgbouncer', [config], { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  pooler.stderr.on('data', (chunk) => (said += chunk))
  const kill = () => pooler.kill('SIGKILL')
  process.once('exit', kill)
  pooler.once('exit', () => process.off('exit', kill))
  const url = Object.assign(new URL(databaseUrl), { port: String(port) }).href
  for (const deadline = Date.now() + START_TIMEOUT_MS; !(await accepts(url));)
    if (pooler.exitCode !== null || Date.now() > deadline) throw new Error(`PgBouncer did not start: ${said}`)
  return {
    url,
    async stop() {
      const ended = once(pooler, 'exit')
      if (pooler.exitCode === null && pooler.kill('SIGTERM')) await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** As PgBouncer comes, it accepts no settings of sessions. */
function configure({ hostname, port, username, password }: URL, own: number, connectQuery: string): string {
  const query = connectQuery === '' ? '' : ` connect_query='${connectQuery}'`
  return `[databases]
* = host=${hostname} port=${port} user=${username} password='${decodeURIComponent(password)}'${query}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
`
}

async function accepts(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select')
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}

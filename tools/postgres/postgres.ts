import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import { childrenOf, killAndWait } from '../programs/process-tree.ts'
import { Cluster } from './postgres-cluster.ts'
import { end, serveOnFreePort, type Started } from './postgres-server.ts'
import type { Binaries } from './postgres-binaries.ts'
import type { PostgresVersion } from './postgres-versions.ts'

export interface PostgresOptions {
  /** Whether the server writes to disk as in production, so that kill -9 loses nothing. It slows other tests. */
  durable?: boolean
  /** Further settings of postgresql.conf, as `{ work_mem: '8MB' }`. */
  settings?: Record<string, string>
  /** By default the version that POSTGRES_VERSION chooses, or else the newest. */
  version?: PostgresVersion
  /** The programs of that version; by default those of npm. */
  binaries?: Binaries
  /** A data folder to begin with, in which a server has ended, with the password of its superuser. It stays unchanged. */
  copyOf?: { readonly dataDir: string; readonly password: string }
}

export interface Postgres {
  /** The address of the database `postgres` for the superuser. It stays the same through `kill` and `restart`. */
  readonly url: string
  /** The pid of the running server, or of the last server. */
  readonly pid: number
  readonly dataDir: string
  /** Ends connections and the server, and removes its folder. It may be called twice. */
  stop(): Promise<void>
  /** Sends kill -9 to the server and its sessions; the folder stays for `restart` or `stop`. */
  kill(): Promise<void>
  /** Ends connections and the server, as `pg_ctl stop` does; the folder stays for `restart` or `stop`. */
  shutDown(): Promise<void>
  /** Sends SIGSTOP: connections stay open without an answer until `thaw`. */
  freeze(): void
  thaw(): void
  restart(): Promise<void>
}

/** Starts a real PostgreSQL in a temporary folder, on a free port of 127.0.0.1, as root or not. */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const { copyOf, version, binaries } = options
  const password = copyOf?.password ?? randomBytes(18).toString('base64url')
  const settings = settingsFor(options)
  const cluster = copyOf
    ? await Cluster.filled(copyFiles(copyOf.dataDir))
    : await Cluster.create(password, version, binaries)
  try {
    const started = await serveOnFreePort(cluster, settings)
    const url = `postgresql://postgres:${password}@127.0.0.1:${started.port}/postgres`
    return handle(cluster, url, started)
  } catch (error) {
    await cluster.remove()
    throw error
  }
}

/** The copy shares its blocks with the original where the file system can do that. */
const copyFiles = (from: string) => (to: string) =>
  cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })

/** Sends the signal, unless the session has ended since it was listed. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function handle(cluster: Cluster, url: string, { server: first, again }: Started): Postgres {
  let server = first
  const signalAll = (signal: NodeJS.Signals): void => {
    // The server gets the signal first, so that it begins no session while they are listed.
    server.kill(signal)
    for (const session of childrenOf(server.pid as number)) signalIfThere(session, signal)
  }
  return {
    url,
    dataDir: cluster.dataDir,
    get pid() {
      return server.pid as number
    },
    async stop() {
      await end(server, 'SIGINT') // "fast": ends sessions, writes everything
      await cluster.remove()
    },
    async kill() {
      // A stopped server begins no session while they are listed.
      server.kill('SIGSTOP')
      const sessions = childrenOf(server.pid as number)
      await end(server, 'SIGKILL')
      await Promise.all(sessions.map(killAndWait))
    },
    shutDown: () => end(server, 'SIGINT'),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async restart() {
      await end(server, 'SIGINT')
      server = await again()
    },
  }
}

function settingsFor({ durable = false, settings = {} }: PostgresOptions): Record<string, string> {
  const fast = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
  }
  const local = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
  }
  return { ...local, ...(durable ? {} : fast), ...settings }
}

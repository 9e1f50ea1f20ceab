import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Account,
  type Binaries,
  giveTo,
  installedBinaries,
  reachableBinaries,
  unprivilegedAccount,
} from './postgres-binaries.ts'
import { chosenVersion, type PostgresVersion } from './postgres-versions.ts'

/** Each locale sorts by code points, and knows the letters of Unicode. PostgreSQL has its own since version 17. */
const [SYSTEM, BUILT_IN] = [['--locale=C.UTF-8'], ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']]
/** One iteration: the password is random, so that stretching would only slow down every connection. */
const UNSTRETCHED = '--set=scram_iterations=1'
const OPTIONS: Readonly<Record<PostgresVersion, readonly string[]>> = {
  15: SYSTEM,
  16: [...SYSTEM, UNSTRETCHED],
  17: [...BUILT_IN, UNSTRETCHED],
  18: [...BUILT_IN, UNSTRETCHED],
}

/**
 * A temporary folder with a database cluster. Its guard stops the cluster and removes the folder when this process
 * ends.
 */
export class Cluster {
  readonly dataDir: string
  readonly #folder: string
  readonly #log: string
  readonly #account: Account
  readonly #guard: ChildProcess
  #binaries: Binaries | undefined
  #running: ChildProcess | undefined

  private constructor(account: Account) {
    this.#account = account
    this.#folder = mkdtempSync(join(tmpdir(), 'content-service-postgres-'))
    this.#guard = startGuard(this.#folder)
    this.#guard.once('exit', () => this.#running?.kill('SIGQUIT'))
    this.#log = join(this.#folder, 'postgres.log')
    this.dataDir = join(this.#folder, 'data')
    this.#own(this.#folder)
  }

  /** Creates an empty cluster, whose superuser has this password. */
  static create(password: string, version = chosenVersion(), binaries?: Binaries): Promise<Cluster> {
    return Cluster.#made(
      (cluster) => cluster.#initialise(password, version),
      binaries ?? installedBinaries(version),
    )
  }

  /** Creates a cluster whose files `fill` writes to the given folder. */
  static filled(fill: (dataDir: string) => Promise<void>): Promise<Cluster> {
    return Cluster.#made(async (cluster) => {
      mkdirSync(cluster.dataDir, { mode: 0o700 })
      await fill(cluster.dataDir)
      giveTo(cluster.#account, cluster.dataDir)
    })
  }

  static async #made(
    fill: (cluster: Cluster) => Promise<void>,
    binaries: Binaries | Promise<Binaries> = installedBinaries(),
  ): Promise<Cluster> {
    const cluster = new Cluster(unprivilegedAccount())
    try {
      cluster.#binaries = reachableBinaries(await binaries, cluster.#account, cluster.#folder)
      await fill(cluster)
      return cluster
    } catch (error) {
      await cluster.remove()
      throw error
    }
  }

  /** Starts one of the binaries. No process is left when the binary or this process ends. */
  async run(binary: keyof Binaries, args: string[]): Promise<ChildProcess> {
    const log = openSync(this.#log, 'w')
    const child = spawn(this.#binaries?.[binary] ?? binary, args, {
      ...this.#account,
      cwd: this.#folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }, // and none of the caller's PGOPTIONS or locale
      detached: true, // a Ctrl-C in the terminal is for the program under test, not for its database
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    await once(child, 'spawn')
    this.#watch(child)
    return child
  }

  /** The output of the newest process before it failed. */
  lastWords(): string {
    return readFileSync(this.#log, 'utf8').trim().split('\n').slice(-15).join('\n')
  }

  async remove(): Promise<void> {
    if (isRunning(this.#guard)) {
      const gone = once(this.#guard, 'exit')
      this.#guard.ref()
      this.#guard.stdin?.end()
      await gone
    }
    await rm(this.#folder, { recursive: true, force: true }) // nothing to do, unless somebody has killed the guard
  }

  async #initialise(password: string, version: PostgresVersion): Promise<void> {
    const passwordFile = join(this.#folder, 'password')
    writeFileSync(passwordFile, password, { mode: 0o600 })
    this.#own(passwordFile)
    const signIn = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
    const options = ['--no-sync', ...signIn, '--encoding=UTF8', ...OPTIONS[version]]
    const initdb = await this.run('initdb', ['--pgdata', this.dataDir, ...options])
    if (isRunning(initdb)) await once(initdb, 'exit')
    if (initdb.exitCode !== 0) throw new Error(`initdb failed:\n${this.lastWords()}`)
  }

  #watch(child: ChildProcess): void {
    this.#running = child
    this.#guard.stdin?.write(`${child.pid}\n`)
    child.once('exit', () => this.#guard.stdin?.write('\n'))
  }

  #own(path: string): void {
    if (this.#account) chownSync(path, this.#account.uid, this.#account.gid)
  }
}

export function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

function startGuard(folder: string): ChildProcess {
  const guard = spawn('/bin/sh', [join(import.meta.dirname, 'postgres-guard.sh'), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  const stdin = guard.stdin as Socket
  stdin.unref()
  stdin.on('error', () => {}) // its exit is what we act on
  return guard
}

import { Client } from 'pg'
import { restoreSnapshot, takeSnapshot, type DatabaseSnapshot } from '../postgres/database-snapshot.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { startApi, type ApiProcess } from '../../libs/server/tests/support/processes/api-process.ts'
import type { FuzzWorld } from './requests/generated-request.ts'
import { createWorld } from './requests/world.ts'
import { LIMITS } from './limits.ts'
import type { Target } from './probe.ts'
import { collectGarbage, GARBAGE_OPTIONS } from './process-usage.ts'
import { countWrittenRows, takeWrittenRows } from './written-rows.ts'

const NO_LIMIT = '1000000000'

/** Settings without quotas, so that no quota refuses a request before its work. */
const SETTINGS = {
  SAMPLE_CONTENT: 'true',
  RATE_LIMIT: NO_LIMIT,
  RATE_LIMIT_ANONYMOUS: NO_LIMIT,
  SIGN_UP_LIMIT: NO_LIMIT,
  LOG_LEVEL: 'error',
  NODE_OPTIONS: GARBAGE_OPTIONS,
}

/** The settings of the process that prepares and compiles nothing. */
const WITHOUT_PLANS = {
  ...SETTINGS,
  DATABASE_NAMED_STATEMENTS: 'false',
  NODE_OPTIONS: `--import=${new URL('./without-plans.ts', import.meta.url).href}`,
}

interface Parts {
  readonly database: Client
  readonly world: FuzzWorld
  readonly snapshot: DatabaseSnapshot
  readonly running: ApiProcess
  readonly general: ApiProcess
  api(): Promise<ApiProcess>
  /** The resources that `stop` closes. */
  readonly open: AsyncDisposableStack
}

/** The API in a separate process, with a separate PostgreSQL, and beside it a process that executes reads without plans. */
export class FuzzedService implements Target {
  readonly #database: Client
  readonly world: FuzzWorld
  readonly limits = LIMITS
  readonly #api: () => Promise<ApiProcess>
  readonly #open: AsyncDisposableStack
  readonly #snapshot: DatabaseSnapshot
  readonly #general: ApiProcess
  #running: ApiProcess

  private constructor(parts: Parts) {
    this.#database = parts.database
    this.world = parts.world
    this.#api = parts.api
    this.#open = parts.open
    this.#snapshot = parts.snapshot
    this.#running = parts.running
    this.#general = parts.general
  }

  static async start(): Promise<FuzzedService> {
    await using open = new AsyncDisposableStack()
    const { url } = open.adopt(await startPostgres(), (postgres) => postgres.stop())
    const database = open.adopt(new Client(url), (client) => client.end())
    await database.connect()
    const api = async (settings: Readonly<Record<string, string>> = SETTINGS) =>
      open.adopt(await startApi({ ...settings, DATABASE_URL: url }), (started) => started.kill())
    const running = await api()
    const general = await api(WITHOUT_PLANS)
    const world = await createWorld(running.url)
    await countWrittenRows(database)
    const snapshot = await takeSnapshot(database)
    return new FuzzedService({ database, world, api, snapshot, running, general, open: open.move() })
  }

  get url(): string {
    return this.#running.url
  }

  /** The address of the process that executes reads without plans. */
  get generalUrl(): string {
    return this.#general.url
  }

  get pid(): number {
    return this.#running.program.process.pid as number
  }

  /** The output of the process at its end; null while it runs. */
  get lastWords(): string | null {
    const { process, errors } = this.#running.program
    return process.exitCode === null && process.signalCode === null ? null : errors().slice(-2_000)
  }

  /** The errors that the process logged. */
  get log(): string {
    return this.#running.program.output()
  }

  /** Undoes all writes, so that later requests find the same records. */
  async restore(): Promise<void> {
    await restoreSnapshot(this.#database, this.#snapshot)
  }

  collectGarbage(): Promise<void> {
    return collectGarbage(this.#running.program)
  }

  takeWrittenRows(): Promise<readonly string[]> {
    return takeWrittenRows(this.#database)
  }

  async startAgain(): Promise<void> {
    this.#running = await this.#api()
  }

  async stop(): Promise<void> {
    await this.#open.disposeAsync()
  }
}

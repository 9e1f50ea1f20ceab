import type { Database } from '@content-service/persistence'
import type { SharedCounters } from '../shared-counters.ts'

/** What is looked at; each is `ok` or says what is not. */
export interface Checks {
  readonly process: 'ok' | 'stopping'
  readonly database: 'ok' | 'away'
  readonly migrations: 'ok' | 'pending' | 'unknown'
  /** Does not decide: limits go on in each process while the server at REDIS_URL is away (C9.2). */
  readonly limiter: 'shared' | 'this process alone' | 'REDIS_URL is away'
}

type Stored = Pick<Checks, 'database' | 'migrations'>

/** Anybody may ask, and the database is to be asked no more often than that. */
const FRESH_MS = 1_000
const ANSWER_WITHIN_MS = 2_000

/** Whether this process can do its work (C1.4, C10.4). */
export class Readiness {
  readonly #database: Pick<Database, 'pendingMigrations'>
  readonly #limiter: Pick<SharedCounters, 'isShared'> & { readonly isWanted: boolean }
  #isStopping = false
  #last: { readonly at: number; readonly stored: Promise<Stored> } | null = null

  constructor(parts: {
    readonly database: Pick<Database, 'pendingMigrations'>
    /** `isWanted`: whether REDIS_URL is set. */
    readonly limiter: Pick<SharedCounters, 'isShared'> & { readonly isWanted: boolean }
  }) {
    this.#database = parts.database
    this.#limiter = parts.limiter
  }

  /** From now on it is not ready: what runs is finished, and nothing new is to come. */
  stop(): void {
    this.#isStopping = true
  }

  async checks(): Promise<Checks> {
    return {
      process: this.#isStopping ? 'stopping' : 'ok',
      ...(await this.#stored()),
      limiter: this.#limiter.isShared()
        ? 'shared'
        : this.#limiter.isWanted
          ? 'REDIS_URL is away'
          : 'this process alone',
    }
  }

  #stored(): Promise<Stored> {
    const now = performance.now()
    if (this.#last === null || now - this.#last.at > FRESH_MS)
      this.#last = { at: now, stored: this.#lookedUp() }
    return this.#last.stored
  }

  async #lookedUp(): Promise<Stored> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The database does not answer.')), ANSWER_WITHIN_MS)
    })
    try {
      const pending = await Promise.race([this.#database.pendingMigrations(), late])
      return { database: 'ok', migrations: pending.length === 0 ? 'ok' : 'pending' }
    } catch {
      // Whatever it was, the database cannot be worked with; the log of failed requests says more.
      return { database: 'away', migrations: 'unknown' }
    } finally {
      clearTimeout(timer)
    }
  }
}

export const isReady = ({ process, database, migrations }: Checks): boolean =>
  [process, database, migrations].every((check) => check === 'ok')

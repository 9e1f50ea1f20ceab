import { OperatorError } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import type { Database } from '../database/orm.ts'
import { findRow, type Sql } from '../statements/sql.ts'

/** The progress of a server, in bytes of its log; `cluster` is the same for a server and all its replicas. */
export interface Progress {
  readonly cluster: string
  readonly position: number
}

const WRITTEN = sql`pg_current_wal_insert_lsn()`
const REPLAYED = sql`pg_last_wal_replay_lsn()`

const readProgress = async (em: SqlEntityManager, position: Sql): Promise<Progress> => {
  const progress = await findRow(
    em,
    sql<Progress>`select (select system_identifier::text from pg_control_system()) as cluster,
      pg_wal_lsn_diff(${position}, '0/0')::float8 as position`,
  )
  if (progress === null || progress.position === null)
    throw new OperatorError('This server is not a replica: it does not follow another server.')
  return progress
}

/** A call during a running call, such as a call to a hanging server, waits for the result of the running call. */
export const shareRunning = (work: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | null = null
  return () => (running ??= work().finally(() => (running = null)))
}

export const readWriteProgress = (primary: Database): Promise<Progress> =>
  readProgress(primary.session(), WRITTEN)

/** The last known progress of a replica. */
export class Replica {
  readonly database: Database
  readonly #report: (error: unknown) => void
  #known: { readonly progress: Progress; readonly at: number } | null = null
  #isAway = false

  /** `report` is called once with the error when the replica fails, and with null when it answers again. */
  constructor(database: Database, report: (error: unknown) => void) {
    this.database = database
    this.#report = report
  }

  /** The last progress; null if it is older than `withinMs`. */
  progress(withinMs: number): Progress | null {
    return this.#known !== null && performance.now() - this.#known.at <= withinMs
      ? this.#known.progress
      : null
  }

  /** Asks the replica for its progress. */
  readonly ask = shareRunning(() => this.#ask())

  async #ask(): Promise<void> {
    const at = performance.now()
    try {
      this.#known = { progress: await readProgress(this.database.session(), REPLAYED), at }
      if (this.#isAway) this.#report(null)
      this.#isAway = false
    } catch (error) {
      if (!this.#isAway) this.#report(error)
      this.#isAway = true
    }
  }
}

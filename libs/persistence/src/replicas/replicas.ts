import type { SqlEntityManager } from '@mikro-orm/sql'
import { openDatabase, type Database, type DatabaseHooks } from '../orm.ts'
import type { DatabaseLimits } from '../postgres-pool.ts'
import { shareRunning, Replica, readWriteProgress, type Progress } from './replica.ts'

/** How the replicas of a database are, by their number. */
export interface ReplicaCounts {
  readonly fresh: number
  /** They answer, and are further behind than what may be read. */
  readonly behind: number
  readonly away: number
}

/** A replica that is read from has all that was written longer ago than this. */
export const REPLICA_LAG_MS = 7_000

const ASK_EVERY_MS = 500
/** Together they are REPLICA_LAG_MS: how old what is known may be, and how far behind a replica may have been then. */
const HEARD_WITHIN_MS = 2_000
const BEHIND_AT_MOST_MS = 5_000

export interface ReplicaOptions extends DatabaseHooks {
  /** Hears of a replica, by its place in the list, that went away; with null when it is back. */
  readonly report: (place: number, error: unknown) => void
  readonly limits?: DatabaseLimits
}

interface Mark extends Progress {
  readonly at: number
}

/** The replicas of a database: which of them is close enough behind to be read from (C10.2). */
export class Replicas {
  readonly #primary: Database
  readonly #replicas: readonly Replica[]
  readonly #asking: NodeJS.Timeout
  readonly #mark = shareRunning(() => this.#noteWritten())
  /** How far the database had come at several times of the last seconds, oldest first. */
  #marks: readonly Mark[] = []
  #turn = 0

  private constructor(primary: Database, replicas: readonly Replica[]) {
    this.#primary = primary
    this.#replicas = replicas
    this.#asking = setInterval(() => void this.ask(), ASK_EVERY_MS)
  }

  static async open(
    primary: Database,
    urls: readonly string[],
    { report, limits, ...hooks }: ReplicaOptions,
  ): Promise<Replicas> {
    const databases = await Promise.all(
      urls.map((url) => openDatabase({ url, ...(limits && { limits }) }, hooks)),
    )
    const replicas = databases.map(
      (database, index) => new Replica(database, (error) => report(index + 1, error)),
    )
    const opened = new Replicas(primary, replicas)
    void opened.ask()
    return opened
  }

  /** A session on one that lags by no more than REPLICA_LAG_MS, in turn; null when there is none. */
  session(): SqlEntityManager | null {
    const fresh = this.#replicas.filter((replica) => this.#isFresh(replica))
    this.#turn += 1
    return fresh[this.#turn % fresh.length]?.database.session() ?? null
  }

  counts(): ReplicaCounts {
    const fresh = this.#replicas.filter((replica) => this.#isFresh(replica)).length
    const heard = this.#replicas.filter((replica) => replica.progress(HEARD_WITHIN_MS) !== null).length
    return { fresh, behind: heard - fresh, away: this.#replicas.length - heard }
  }

  async close(): Promise<void> {
    clearInterval(this.#asking)
    await Promise.all(this.#replicas.map(({ database }) => database.close()))
  }

  #isFresh(replica: Replica): boolean {
    const [oldest] = this.#marks
    const progress = replica.progress(HEARD_WITHIN_MS)
    return (
      oldest !== undefined &&
      progress !== null &&
      progress.cluster === oldest.cluster &&
      progress.position >= oldest.position
    )
  }

  /** Finds out how far each has come; it does so by itself as well, twice a second. */
  async ask(): Promise<void> {
    await Promise.all([this.#mark(), ...this.#replicas.map((replica) => replica.ask())])
  }

  /** While the database is away, replicas are compared with what it had written last. */
  async #noteWritten(): Promise<void> {
    const at = performance.now()
    const written = await readWriteProgress(this.#primary).catch(() => null)
    if (written === null) return
    this.#marks = [...this.#marks.filter((mark) => at - mark.at <= BEHIND_AT_MOST_MS), { ...written, at }]
  }
}

import type { SqlEntityManager } from '@mikro-orm/sql'
import { openDatabase, type Database, type DatabaseHooks } from '../database/orm.ts'
import type { DatabaseLimits } from '../connections/postgres-pool.ts'
import { shareRunning, Replica, readWriteProgress, type Progress } from './replica.ts'

/** The number of replicas in each condition. */
export interface ReplicaCounts {
  readonly fresh: number
  /** Replicas that answer, but are too far behind for reads. */
  readonly behind: number
  readonly away: number
}

/** A replica that serves reads has all writes that are older than this time. */
export const REPLICA_LAG_MS = 7_000

const ASK_EVERY_MS = 500
/** The most age of a known progress, and the most lag of a replica at that time; REPLICA_LAG_MS is their sum. */
const HEARD_WITHIN_MS = 2_000
const BEHIND_AT_MOST_MS = 5_000

export interface ReplicaOptions extends DatabaseHooks {
  /** Called with the place of a failed replica in the list and its error; with null when the replica answers again. */
  readonly report: (place: number, error: unknown) => void
  readonly limits?: DatabaseLimits
}

interface Mark extends Progress {
  readonly at: number
}

/** The replicas of a database, of which only those with a small lag serve reads (C10.2). */
export class Replicas {
  readonly #primary: Database
  readonly #replicas: readonly Replica[]
  readonly #asking: NodeJS.Timeout
  readonly #mark = shareRunning(() => this.#noteWritten())
  /** The progress of the primary database at several times of the last seconds, oldest first. */
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

  /** A session on a replica with a lag of at most REPLICA_LAG_MS, in turn; null if there is none. */
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

  /** Asks the database and all replicas for their progress. A timer calls this method twice a second, too. */
  async ask(): Promise<void> {
    await Promise.all([this.#mark(), ...this.#replicas.map((replica) => replica.ask())])
  }

  /** While the primary database does not answer, its last known progress is the standard for the replicas. */
  async #noteWritten(): Promise<void> {
    const at = performance.now()
    const written = await readWriteProgress(this.#primary).catch(() => null)
    if (written === null) return
    this.#marks = [...this.#marks.filter((mark) => at - mark.at <= BEHIND_AT_MOST_MS), { ...written, at }]
  }
}

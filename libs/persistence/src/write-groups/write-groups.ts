import { InsertStatements, type NewRow } from './insert-statement.ts'
import { WriteGroup, type GroupConnection, type Member, type WaitingRow } from './write-group.ts'
import { RunAlone } from './run-alone.ts'

/** A connection that belongs to one group until `release`. */
export interface LentConnection extends GroupConnection {
  release(isBroken: boolean): void
}

const MOST_ROWS = 64
/** Groups with a transaction: one that inserts, and those that only wait for the disk. */
const MOST_GROUPS = 2
/** The writes of a caller whose request has ended a group run alone for this time. */
const EXCLUDED_MS = 10_000
const MOST_EXCLUDED = 1_000

/**
 * Rows of different requests that wait share a transaction: one commit serves them all. A row that comes while no group
 * runs does not wait for others. The next group inserts while the one before commits.
 */
export class WriteGroups {
  readonly #connect: () => Promise<LentConnection>
  readonly #statements = new InsertStatements()
  /** The ends of the exclusions, by caller. */
  readonly #excluded = new Map<string, number>()
  #waiting: WaitingRow[] = []
  /** Whether a group inserts, or will soon. */
  #isInserting = false
  #groups = 0

  constructor(connect: () => Promise<LentConnection>) {
    this.#connect = connect
  }

  accepts(caller: string): boolean {
    return (this.#excluded.get(caller) ?? 0) < performance.now()
  }

  /** Keeps the writes of a caller out of the groups for a while, because a failing request makes others run twice. */
  exclude(caller: string): void {
    const [oldest] = this.#excluded.keys()
    if (oldest !== undefined && this.#excluded.size >= MOST_EXCLUDED) this.#excluded.delete(oldest)
    this.#excluded.set(caller, performance.now() + EXCLUDED_MS)
  }

  /** Inserts a row in the next group. @throws RunAlone if the group has not inserted it. */
  join(row: NewRow): Promise<Member> {
    return new Promise((joined, refused) => {
      this.#waiting.push({ row, joined, refused })
      this.#runLater()
    })
  }

  /** Rows that the same turn of the event loop brings share the group. */
  #runLater(): void {
    if (this.#isInserting || this.#groups >= MOST_GROUPS || this.#waiting.length === 0) return
    this.#isInserting = true
    this.#groups += 1
    setImmediate(() => void this.#run())
  }

  async #run(): Promise<void> {
    let isEnding = false
    const ending = (): void => {
      if (isEnding) return
      isEnding = true
      this.#isInserting = false
      this.#runLater()
    }
    await this.#runGroup(this.#waiting.splice(0, MOST_ROWS), ending)
    this.#groups -= 1
    ending()
    this.#runLater()
  }

  async #runGroup(rows: readonly WaitingRow[], ending: () => void): Promise<void> {
    const connection = await this.#connect().catch(() => null)
    const options = { statements: this.#statements, ending }
    // A row that cannot be written as JSON must not stop the groups after its own.
    const isOver = connection && (await new WriteGroup(connection, options).run(rows).catch(() => false))
    // A request that has joined hears nothing of this.
    if (!isOver) for (const { refused } of rows) refused(new RunAlone())
    // Otherwise the next user of the connection would be in the transaction of the group.
    connection?.release(!isOver)
  }
}

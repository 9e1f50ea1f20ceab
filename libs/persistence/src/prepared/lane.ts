import type { PipelineClient, PreparedRows } from '../connections/pg-client.ts'
import type { WorkClock } from '../places/work-clock.ts'
import type { PreparedStatement } from '../statements/prepared-statement.ts'
import type { ConnectionStatements, NamedStatements } from './named-statements.ts'
import { findObjects, runNamed, runOnce } from './read-query.ts'

/** Then the connection goes back to the pool, where others may wait for it. */
const MOST_MS = 100
/** Other reads take another connection while one read takes longer. */
const SLOW_MS = 50

/** Receives the milliseconds in which a statement ran alone on its connection. */
export type CountTime = (milliseconds: number) => void

interface LaneOptions {
  /** Null if the connection keeps no statements. */
  readonly statements: ConnectionStatements | null
  /** Absent if others measure the statements. */
  readonly clock?: WorkClock
}

/** A connection that several reads use at a time: `pg` sends a statement before the result of the earlier one. */
export class Lane {
  waiting = 0
  readonly #client: PipelineClient
  readonly #known: NamedStatements | null
  readonly #clock: WorkClock | undefined
  readonly #ends = performance.now() + MOST_MS
  /** The time of the last result, or of the first read without a result; on the clock and in the world. */
  #moved = { clock: 0, at: 0 }
  #isLeaving = false
  #isBroken = false
  #isCollecting = false

  constructor(client: PipelineClient, { statements, clock }: LaneOptions) {
    this.#client = client
    this.#clock = clock
    this.#known = statements && statements.of(client.connection)
  }

  /** Runs a prepared statement. */
  find(statement: PreparedStatement, values: readonly unknown[], count?: CountTime): Promise<PreparedRows> {
    return this.#time(
      () =>
        this.#known
          ? runNamed(this.#client, statement, values, this.#known)
          : runOnce(this.#client, statement.text, values),
      count,
    )
  }

  /** Runs a statement that is not prepared. */
  findObjects(text: string, values: readonly unknown[], count?: CountTime): Promise<readonly object[]> {
    return this.#time(() => findObjects(this.#client, text, values), count)
  }

  async #time<Result>(run: () => Promise<Result>, count: CountTime | undefined): Promise<Result> {
    this.#begin()
    try {
      return await run()
    } finally {
      const milliseconds = this.#end()
      this.#leave()
      count?.(milliseconds)
    }
  }

  #begin(): void {
    if (this.waiting === 0) this.#moved = { clock: this.#clock?.begin() ?? 0, at: performance.now() }
    this.waiting += 1
    this.#collect()
  }

  #end(): number {
    this.waiting -= 1
    const { clock } = this.#moved
    const now = (this.waiting === 0 ? this.#clock?.end() : this.#clock?.time) ?? 0
    this.#moved = { clock: now, at: performance.now() }
    return now - clock
  }

  /** Sends the statements of one turn of the event loop together: a write of the system takes as long as a short read. */
  #collect(): void {
    if (this.#isCollecting) return
    this.#isCollecting = true
    const { stream } = this.#client.connection
    stream.cork()
    setImmediate(() => {
      this.#isCollecting = false
      stream.uncork()
    })
  }

  /** Whether the connection takes further reads. They would have to wait for a slow read. */
  isOpen(now: number): boolean {
    const isStuck = this.waiting > 0 && now - this.#moved.at > SLOW_MS
    return !isStuck && now < this.#ends
  }

  /** Calls `leave` if no read comes in this turn of the event loop. */
  whenIdle(leave: () => void): void {
    if (this.waiting > 0) return
    setImmediate(() => {
      if (this.waiting === 0) leave()
    })
  }

  /** Gives the connection back to the pool after its last read; a broken connection is closed. */
  release(isBroken = false): void {
    this.#isBroken ||= isBroken
    this.#isLeaving = true
    this.#leave()
  }

  #leave(): void {
    if (!this.#isLeaving || this.waiting > 0) return
    this.#isLeaving = false
    this.#client.release(this.#isBroken)
  }
}

import { WriteGroups } from '../write-groups/write-groups.ts'
import type { PipelineClient, PipelinePool, PreparedRows } from '../connections/pg-client.ts'
import type { PreparedStatement } from '../statements/prepared-statement.ts'
import type { ConnectionStatements, NamedStatements } from './named-statements.ts'
import { findObjects, runNamed, runOnce } from './read-query.ts'
import { applySettings, type SessionSettings } from './session-settings.ts'

/** The times of a lane. */
interface LaneTimes {
  /** Then the connection goes back to the pool, where writes may wait for it. */
  readonly mostMs: number
  /** Other reads take another connection while one read takes longer. */
  readonly slowMs: number
  /** Without a read for this time, the connection goes back earlier. */
  readonly idleMs: number
}
const READING: LaneTimes = { mostMs: 100, slowMs: 50, idleMs: 0 }
/** A search takes longer than another read, and the settings of its connection take three statements. */
const SEARCHING: LaneTimes = { mostMs: 500, slowMs: 150, idleMs: 20 }

/** A connection that several reads use at a time: `pg` sends a statement before the result of the earlier one. */
class Lane {
  waiting = 0
  readonly #client: PipelineClient
  /** Null if the connection keeps no statements. */
  readonly #known: NamedStatements | null
  readonly #times: LaneTimes
  readonly #ends: number
  /** The time of the last result, or of the first read without a result. */
  #moved = 0
  #isLeaving = false
  #isBroken = false
  #isCollecting = false

  constructor(client: PipelineClient, statements: ConnectionStatements | null, times = READING) {
    this.#client = client
    this.#times = times
    this.#ends = performance.now() + times.mostMs
    this.#known = statements && statements.of(client.connection)
  }

  async find(statement: PreparedStatement, values: readonly unknown[]): Promise<PreparedRows> {
    if (this.waiting === 0) this.#moved = performance.now()
    this.waiting += 1
    this.#collect()
    try {
      return await (this.#known
        ? runNamed(this.#client, statement, values, this.#known)
        : runOnce(this.#client, statement.text, values))
    } finally {
      this.waiting -= 1
      this.#moved = performance.now()
      this.#leave()
    }
  }

  findObjects(text: string, values: readonly unknown[]): Promise<readonly object[]> {
    return findObjects(this.#client, text, values)
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
    const isStuck = this.waiting > 0 && now - this.#moved > this.#times.slowMs
    return !isStuck && now < this.#ends
  }

  /** Calls `leave` if no read comes for a while. */
  whenIdle(leave: () => void): void {
    const { idleMs } = this.#times
    const check = (): void => {
      if (this.waiting === 0 && performance.now() - this.#moved >= idleMs) leave()
    }
    if (this.waiting > 0) return
    if (idleMs === 0) setImmediate(check)
    // A timer can be early by a part of a millisecond.
    else setTimeout(check, idleMs + 1)
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

interface PipelineOptions {
  /** The most connections. */
  readonly lanes: number
  /** Null if a connection keeps no statements: a pooler can give each statement another connection. */
  readonly statements: ConnectionStatements | null
  /** Whether a connection keeps its settings, and nobody else sets them. */
  readonly keepsSettings?: boolean
  readonly times?: LaneTimes
}

/** Runs prepared reads on a few connections of a pool, which it gives back as soon as no read waits. */
export class Pipeline {
  /** The writes that share transactions. */
  readonly groups = new WriteGroups(async () => new Lane(await this.#connect(), this.#options.statements))
  readonly #connect: PipelinePool['connect']
  readonly #options: PipelineOptions
  readonly #settings: SessionSettings
  readonly #others = new Map<string, Pipeline>()
  #lanes: Lane[] = []
  #opening = 0

  constructor(connect: PipelinePool['connect'], options: PipelineOptions, settings: SessionSettings = {}) {
    this.#connect = connect
    this.#options = options
    this.#settings = settings
  }

  /** A pipeline of searches, whose connections have these settings; null for connections that do not keep them. */
  forSearches(settings: SessionSettings): Pipeline | null {
    if (!this.#options.keepsSettings) return null
    const key = JSON.stringify(settings)
    const made =
      this.#others.get(key) ?? new Pipeline(this.#connect, { ...this.#options, times: SEARCHING }, settings)
    this.#others.set(key, made)
    return made
  }

  async find(statement: PreparedStatement, values: readonly unknown[]): Promise<PreparedRows> {
    const lane = this.#chooseLane() ?? (await this.#openLane())
    try {
      return await lane.find(statement, values)
    } catch (error) {
      // Without an answer of PostgreSQL, the connection is broken.
      if (!('severity' in (error as object))) this.#forget(lane)
      throw error
    } finally {
      this.#giveBackIdle(lane)
    }
  }

  /** The lane with the fewest reads. If it is busy, another lane opens for later reads. */
  #chooseLane(): Lane | null {
    const now = performance.now()
    const open = this.#lanes.filter((lane) => lane.isOpen(now))
    const [first = null, ...others] = open
    const best = others.reduce(
      (least, lane) => (least && least.waiting <= lane.waiting ? least : lane),
      first,
    )
    const mayOpen = open.length + this.#opening < this.#options.lanes
    if (best !== null && best.waiting > 0 && mayOpen)
      this.#openLane().then(
        (lane) => this.#giveBackIdle(lane),
        // A read that needs the connection fails.
        () => undefined,
      )
    return best
  }

  async #openLane(): Promise<Lane> {
    this.#opening += 1
    try {
      const client = await applySettings(await this.#connect(), this.#settings)
      const { statements, times } = this.#options
      const lane = new Lane(client, statements, times)
      this.#lanes.push(lane)
      return lane
    } finally {
      this.#opening -= 1
    }
  }

  /** A lane that no read uses soon goes back to the pool. */
  #giveBackIdle(lane: Lane): void {
    lane.whenIdle(() => this.#forget(lane))
  }

  #forget(lane: Lane): void {
    if (!this.#lanes.includes(lane)) return
    this.#lanes = this.#lanes.filter((each) => each !== lane)
    lane.release()
  }
}

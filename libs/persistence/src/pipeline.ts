import type { SqlEntityManager } from '@mikro-orm/sql'
import type { PreparedStatement } from './reading/prepared-statement.ts'

/** The part of a `pg` client that this file uses. */
interface PipelineClient {
  query(statement: {
    readonly name?: string
    readonly text: string
    readonly values: unknown[]
  }): Promise<{ readonly rows: readonly object[] }>
  release(error?: Error | boolean): void
}

export interface PipelinePool {
  connect(): Promise<PipelineClient>
}

/** Each statement stays in the memory of its connection in PostgreSQL. */
const MOST_STATEMENTS = 500

/** A connection that several reads use at a time: `pg` sends a statement before the result of the earlier one. */
class Lane {
  waiting = 0
  readonly #client: PipelineClient
  readonly #isNamed: boolean
  readonly #names = new Set<string>()

  constructor(client: PipelineClient, isNamed: boolean) {
    this.#client = client
    this.#isNamed = isNamed
  }

  async find({ name, text }: PreparedStatement, values: readonly unknown[]): Promise<readonly object[]> {
    this.waiting += 1
    if (this.#isNamed) this.#names.add(name)
    try {
      return (await this.#client.query({ ...(this.#isNamed && { name }), text, values: [...values] })).rows
    } finally {
      this.waiting -= 1
    }
  }

  get isUsedUp(): boolean {
    return this.#names.size > MOST_STATEMENTS
  }

  release(): void {
    this.#client.release(this.isUsedUp)
  }
}

interface PipelineOptions {
  /** The most connections. */
  readonly lanes: number
  /** Whether a connection keeps its statements. A pooler can give each statement another connection. */
  readonly isNamed: boolean
}

/** Runs prepared reads on a few connections of a pool, which it gives back as soon as no read waits. */
export class Pipeline {
  readonly #connect: PipelinePool['connect']
  readonly #most: number
  readonly #isNamed: boolean
  #lanes: Lane[] = []
  #opening = 0

  constructor(connect: PipelinePool['connect'], { lanes, isNamed }: PipelineOptions) {
    this.#connect = connect
    this.#most = lanes
    this.#isNamed = isNamed
  }

  async find(statement: PreparedStatement, values: readonly unknown[]): Promise<readonly object[]> {
    const lane = this.#chooseLane() ?? (await this.#openLane())
    try {
      return await lane.find(statement, values)
    } finally {
      if (lane.waiting === 0) setImmediate(() => this.#giveBack(lane))
    }
  }

  /** The lane with the fewest reads; null if another lane should be opened. */
  #chooseLane(): Lane | null {
    let best: Lane | null = null
    for (const lane of this.#lanes)
      if (!lane.isUsedUp && (best === null || lane.waiting < best.waiting)) best = lane
    const mayOpen = this.#lanes.length + this.#opening < this.#most
    return best !== null && best.waiting > 0 && mayOpen ? null : best
  }

  async #openLane(): Promise<Lane> {
    this.#opening += 1
    try {
      const lane = new Lane(await this.#connect(), this.#isNamed)
      this.#lanes.push(lane)
      return lane
    } finally {
      this.#opening -= 1
    }
  }

  #giveBack(lane: Lane): void {
    if (lane.waiting > 0 || !this.#lanes.includes(lane)) return
    this.#lanes = this.#lanes.filter((each) => each !== lane)
    lane.release()
  }
}

const pipelines = new WeakMap<object, Pipeline>()

/** Gives the sessions of a database their pipeline. */
export const attachPipeline = (em: SqlEntityManager, pipeline: Pipeline): void =>
  void pipelines.set(em.getConnection(), pipeline)

/** The pipeline of a session; undefined for an embedded database. */
export const findPipeline = (em: SqlEntityManager): Pipeline | undefined => pipelines.get(em.getConnection())

import { ContentError } from '@content-service/domain'
import { findSender } from '@content-service/domain/internal/reading'
import type { PreparedRows } from '../connections/pg-client.ts'
import type { SessionSettings } from '../connections/session-settings.ts'
import type { Connections } from '../places/connections.ts'
import type { Places } from '../places/places.ts'
import { dividePlaces } from '../places/divide-places.ts'
import { FairQueue, type Waiting } from '../places/fair-queue.ts'
import { findHeldPlace, runSlowly } from '../places/held-place.ts'
import { Ledger, type Account } from '../places/ledger.ts'
import type { PreparedStatement } from '../statements/prepared-statement.ts'
import { QUERY_CANCELED, type DatabaseError } from '../statements/store-errors.ts'
import { WriteGroups } from '../write-groups/write-groups.ts'
import { Lane, type CountTime } from './lane.ts'
import { Lanes } from './lanes.ts'
import type { ConnectionStatements } from './named-statements.ts'

/** A person whose usual read takes longer has it on a connection of its own. */
const QUICK_MS = 50
/** The most short reads on a connection at a time: those behind a long one wait for it. */
const DEPTH = 8

/** Sends the statement of a read. */
type Send<Rows> = (lane: Lane, count?: CountTime) => Promise<Rows>

interface WaitingRead extends Waiting {
  /** Sends the statement, and passes its rows on. */
  readonly run: (lane: Lane, count: CountTime) => Promise<void>
  readonly reject: (error: unknown) => void
}

interface PipelineOptions {
  /** The connections of the process. */
  readonly places: Places
  /** Null if a connection keeps no statements: a pooler can give each statement another connection. */
  readonly statements: ConnectionStatements | null
  /** Whether a connection keeps its settings, and nobody else sets them. */
  readonly keepsSettings: boolean
  /** The connections to the database, which open with their first use. */
  readonly connect: () => Promise<Connections>
}

type ReadKind = 'reads' | 'longReads'

/** Without an answer of PostgreSQL, the connection is broken. */
const isFromDriver = (error: unknown): boolean => !('severity' in (error as object))

const isEnded = (error: unknown): boolean =>
  error !== undefined && (error as DatabaseError).code === QUERY_CANCELED

/** Runs prepared reads on a few connections, by turns between persons. */
export class Pipeline {
  /** The writes that share transactions. */
  readonly groups = new WriteGroups(async () => {
    const connections = await this.#options.connect()
    return new Lane(await connections.openGroup(), this.#options)
  })
  readonly #options: PipelineOptions
  readonly #ledger: Ledger
  readonly #queue: FairQueue<WaitingRead>
  readonly #lanes: Readonly<Record<ReadKind, Lanes>>

  constructor(options: PipelineOptions) {
    this.#options = options
    const { habits, connections } = options.places
    this.#ledger = new Ledger(habits, QUICK_MS)
    this.#queue = new FairQueue(this.#ledger)
    const division = dividePlaces(connections)
    this.#lanes = {
      reads: this.#createLanes('reads', division.reads.most, DEPTH),
      longReads: this.#createLanes('longReads', division.longReads.most, 1),
    }
  }

  /** Runs a prepared read. */
  find(statement: PreparedStatement, values: readonly unknown[]): Promise<PreparedRows> {
    return this.#read((lane, count) => lane.find(statement, values, count))
  }

  /** Runs a read that is not prepared. Times are texts of PostgreSQL. */
  findObjects(text: string, values: readonly unknown[]): Promise<readonly object[]> {
    return this.#read((lane, count) => lane.findObjects(text, values, count))
  }

  /** Runs a prepared read in a slow place, on a connection with these settings. */
  findSlowly(
    statement: PreparedStatement,
    values: readonly unknown[],
    settings: SessionSettings,
  ): Promise<PreparedRows> {
    return this.#readSlowly((lane) => lane.find(statement, values), settings)
  }

  /** C15.16: runs a read in the common class, and once more in the slow one if it takes too long there. */
  async #read<Rows>(send: Send<Rows>): Promise<Rows> {
    if (findHeldPlace()) return this.#readSlowly(send)
    try {
      return await this.#readInTurn(send)
    } catch (error) {
      // Without settings, the common class has no limit of its own.
      if (!isEnded(error) || !this.keepsSettings) throw error
      return this.#readSlowly(send)
    }
  }

  async #readSlowly<Rows>(send: Send<Rows>, settings?: SessionSettings): Promise<Rows> {
    return runSlowly(this.#options.places, () =>
      this.#readInPlace(send, settings).catch((error: unknown) => {
        if (!isEnded(error) || findHeldPlace()?.mayTryAgain !== true) throw error
        return this.#readInPlace(send, settings)
      }),
    )
  }

  async #readInPlace<Rows>(send: Send<Rows>, settings: SessionSettings | undefined): Promise<Rows> {
    const connections = await this.#options.connect()
    const lane = new Lane(await connections.openSlow(settings), this.#options)
    let isBroken = false
    try {
      return await send(lane)
    } catch (error) {
      isBroken = isFromDriver(error)
      throw error
    } finally {
      lane.release(isBroken)
    }
  }

  /** The reads that wait. */
  get waiting(): number {
    return this.#queue.size
  }

  /** Whether a connection keeps the settings of a read. */
  get keepsSettings(): boolean {
    return this.#options.keepsSettings
  }

  #createLanes(kind: ReadKind, most: number, depth: number): Lanes {
    const { statements, connect } = this.#options
    return new Lanes({
      most,
      depth,
      open: async () => {
        const connections = await connect()
        return new Lane(await connections.openLane(kind), { statements, clock: connections.clock })
      },
      opened: () => this.#sendNext(),
      failed: (error) => this.#refuse(kind, error),
    })
  }

  #readInTurn<Rows>(send: Send<Rows>): Promise<Rows> {
    return new Promise((resolve, reject) => {
      this.#queue.push({
        sender: findSender(),
        run: async (lane, count) => resolve(await send(lane, count)),
        reject,
        leave: () => reject(new ContentError('TIMEOUT', 'The client has left.')),
      })
      this.#sendNext()
    })
  }

  /** Refuses the reads of a kind that gets no connection. */
  #refuse(kind: ReadKind, error: unknown): void {
    const fits = (account: Account): boolean => this.#ledger.isQuick(account) === (kind === 'reads')
    for (;;) {
      const next = this.#queue.shift(fits)
      if (next === null) return
      next[0].reject(error)
    }
  }

  /** Whether the next read of a person may run among those of others. */
  readonly #isShort = (account: Account): boolean =>
    account.person === null || (this.#ledger.isQuick(account) && account.running < account.habit.window)

  /** One long read of a person at a time, while somebody else waits. */
  readonly #isLong = (account: Account): boolean =>
    !this.#ledger.isQuick(account) && (account.running === 0 || this.#queue.persons === 1)

  #sendNext(): void {
    while (this.#sendOne('reads', this.#isShort) || this.#sendOne('longReads', this.#isLong));
  }

  #sendOne(kind: ReadKind, fits: (account: Account) => boolean): boolean {
    if (this.#queue.size === 0 || !this.#queue.hasNext(fits)) return false
    const lane = this.#lanes[kind].choose()
    const next = lane && this.#queue.shift(fits)
    if (!next) return false
    void this.#run(this.#lanes[kind], lane, next)
    return true
  }

  async #run(lanes: Lanes, lane: Lane, [read, account]: readonly [WaitingRead, Account]): Promise<void> {
    const { sender, reject } = read
    const begun = this.#ledger.begin(account)
    let spentMs = 0
    const count = (milliseconds: number): void => {
      spentMs = milliseconds
      sender?.spend(milliseconds)
    }
    const error: unknown = await read.run(lane, count).catch((failure: unknown) => failure)
    this.#ledger.end(begun, spentMs, isEnded(error))
    if (error !== undefined) {
      if (isFromDriver(error)) lanes.forget(lane)
      reject(error)
    }
    lanes.giveBackIdle(lane)
    this.#sendNext()
  }
}

import { findSender, type Sender } from '@content-service/domain/internal/reading'
import type { PipelineClient, PipelinePool } from '../connections/pg-client.ts'
import type { ConnectionSettings, SessionSettings } from '../connections/session-settings.ts'
import type { PlaceKind } from './divide-places.ts'
import { findHeldPlace } from './held-place.ts'
import { LingeringConnections, type Client } from './lingering.ts'
import type { Places } from './places.ts'
import { limitTransaction, spendOnReads, timeQueries, type QueryTimes } from './timed-queries.ts'
import type { WorkClock } from './work-clock.ts'

export interface ConnectionsOptions {
  readonly places: Places
  readonly clock: WorkClock
  /** Null for connections that do not keep settings, such as those of a pooler. */
  readonly settings: ConnectionSettings | null
  /** The longest statement. */
  readonly statementMs: number
  /** The longest read of the common class. */
  readonly readMs: number
  /** The longest transaction of a request. */
  readonly transactionMs: number
}

/** Calls `end` once when a client is released, or when its connection breaks, whichever is first. */
const onRelease = (client: Client, end: () => void, release: (error?: Error | boolean) => void): void => {
  const { release: before } = client
  const endOnce = (): void => {
    client.off('end', endOnce)
    client.release = before
    end()
  }
  client.once('end', endOnce)
  client.release = (error) => {
    endOnce()
    release(error)
  }
}

/** A longer read does not stay among the short ones of others: it runs again in a slow place. */
const SHORT_MS = 150

/** How a connection is used. */
interface Lease {
  readonly settings: SessionSettings
  /** The limit of the statements, if it differs from that of the settings. */
  readonly limitMs?: number
  /** Called once, after the use, or if there is no connection. */
  readonly end: () => void
  /** Whether the connection waits for a moment for the next work with these settings. */
  readonly lingers?: boolean
  /** Counts the time of the statements. */
  readonly times?: (client: Client) => Omit<QueryTimes, 'clock'>
}

/** The connections of a pool. Each one belongs to a place, so that nobody waits for the pool itself. */
export class Connections {
  readonly #connect: () => Promise<Client>
  readonly #options: ConnectionsOptions
  readonly #lingering = new LingeringConnections()
  #leased = 0
  #isClosed = false

  constructor(pool: PipelinePool, options: ConnectionsOptions) {
    // The clients of `pg` and those of an application are emitters of events.
    this.#connect = pool.connect.bind(pool) as () => Promise<Client>
    this.#options = options
  }

  get clock(): WorkClock {
    return this.#options.clock
  }

  get places(): Places {
    return this.#options.places
  }

  /** Gives back the connections that are still opening, whose waiting callers get an error. */
  close(): void {
    this.#isClosed = true
  }

  /** A connection for reads of several senders, which count their time themselves. */
  openLane(kind: 'reads' | 'longReads'): Promise<PipelineClient> {
    const { readMs } = this.#options
    const limitMs = kind === 'reads' ? Math.min(readMs, SHORT_MS) : readMs
    return this.#openShared(kind, { statement_timeout: String(limitMs) })
  }

  /** A connection for a transaction of several senders. */
  openGroup(): Promise<PipelineClient> {
    return this.#openShared('transactions', this.#limitTo(this.#options.transactionMs))
  }

  /** A connection in the slow place of the present work, as soon as its other statements have ended. */
  async openSlow(settings: SessionSettings = {}): Promise<PipelineClient> {
    const held = findHeldPlace()
    if (held === null) throw new Error('Only work in a slow place may open a slow connection.')
    const sender = findSender()
    const count = (milliseconds: number): void => {
      held.spentMs += milliseconds
      sender?.spend(milliseconds)
    }
    const lingers = this.#options.settings !== null
    const end = await held.use()
    const limitMs = held.limit(Number(settings['statement_timeout'] ?? this.#options.statementMs))
    return this.#open({ settings, limitMs, lingers, end, times: () => ({ count }) })
  }

  /** A connection for the statements of a session: in the place that the work holds, or in one of its own. */
  lend(): Promise<PipelineClient> {
    if (findHeldPlace()) return this.openSlow()
    const sender = findSender()
    return sender === null ? this.#openShared('service', {}) : this.#openTransaction(sender)
  }

  async #openTransaction(sender: Sender): Promise<PipelineClient> {
    const { transactionMs: usualMs, places } = this.#options
    const transactionMs = sender.transactionMs ?? usualMs
    const place = await places.take('transactions', sender)
    const spend = spendOnReads(sender)
    let spentMs = 0
    const count = (milliseconds: number, text: string): void => {
      spentMs += milliseconds
      spend(milliseconds, text)
    }
    return this.#open({
      settings: this.#limitTo(transactionMs),
      end: () => place.leave(spentMs),
      times: (client) => ({
        count,
        before: limitTransaction(transactionMs, (left) => this.#limit(client, left)),
      }),
    })
  }

  /** The settings of a transaction. Long work, such as an import, has no limits. */
  #limitTo(milliseconds: number): SessionSettings {
    return this.#options.statementMs === 0 ? {} : { statement_timeout: String(milliseconds) }
  }

  /** Limits the next statement of a transaction, whose rollback would take the setting back. */
  #limit(client: Client, milliseconds: number): void {
    const { settings } = this.#options
    settings?.set(client, { statement_timeout: String(milliseconds) })
    settings?.forget(client)
  }

  async #openShared(kind: PlaceKind, settings: SessionSettings): Promise<PipelineClient> {
    const place = await this.#options.places.take(kind, null)
    return this.#open({ settings, end: () => place.leave(0) })
  }

  async #open(lease: Lease): Promise<Client> {
    this.#leased += 1
    try {
      return this.#lend(await this.#find(lease), lease)
    } catch (error) {
      this.#leased -= 1
      lease.end()
      throw error
    }
  }

  async #find({ settings, lingers = false }: Lease): Promise<Client> {
    const found = lingers ? this.#lingering.take(settings) : null
    if (found) return found
    if (this.#leased + this.#lingering.count > this.places.connections) this.#lingering.releaseOldest()
    const client = await this.#connect()
    if (!this.#isClosed) return client
    client.release()
    throw new Error('The database has been closed.')
  }

  #lend(client: Client, { settings, limitMs, lingers = false, end, times }: Lease): Client {
    const stop = times && timeQueries(client, { clock: this.clock, ...times(client) })
    const ended = (): void => {
      this.#leased -= 1
      stop?.()
      end()
    }
    onRelease(client, ended, (error) => {
      if (lingers && !error) this.#lingering.add(client, settings)
      else client.release(error)
    })
    const limit = limitMs === undefined ? {} : { statement_timeout: String(limitMs) }
    this.#options.settings?.set(client, { ...settings, ...limit })
    return client
  }
}

import type { Result } from './messages.ts'
import { findStatementLimit } from './statement-limit.ts'
import { DatabaseThread } from './thread.ts'

/** What a transaction can do. */
export interface EmbeddedTransaction {
  query<Row>(text: string, values?: readonly unknown[]): Promise<QueryResult<Row>>
  exec(text: string): Promise<void>
}

export interface QueryResult<Row> {
  rows: Row[]
  affectedRows?: number | undefined
}

// The rows are those that the statement selects.
const toRows = <Row>({ rows, affectedRows }: Result): QueryResult<Row> => ({
  rows: rows as Row[],
  affectedRows,
})

const ABORTED = 'current transaction is aborted, because the embedded database has started again'

/** PostgreSQL in a thread of this process, with the methods of PGlite that MikroORM and the service use. */
export class EmbeddedDatabase implements EmbeddedTransaction {
  readonly dataDir: string | undefined
  readonly ready = true
  readonly waitReady = Promise.resolve()
  readonly #thread: DatabaseThread
  readonly #listeners = new Map<string, () => void>()
  /** The end of the running transaction, for which all else waits. */
  #transaction: Promise<unknown> | null = null
  /** The number of starts of the thread: a transaction ends with its thread. */
  #starts = 0
  #isClosed = false

  constructor(dataDir?: string) {
    this.dataDir = dataDir
    this.#thread = new DatabaseThread(
      dataDir,
      (channel) => this.#listeners.get(channel)?.(),
      () => this.#listenAgain(),
    )
  }

  get closed(): boolean {
    return this.#isClosed
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<QueryResult<Row>> {
    return toRows(await this.#whenFree(() => this.#send(text, values)))
  }

  async exec(text: string): Promise<void> {
    await this.#whenFree(() => this.#thread.send((id) => ({ kind: 'exec', id, text })))
  }

  /** Runs work in one transaction, while other statements wait. */
  async transaction<Value>(work: (transaction: EmbeddedTransaction) => Promise<Value>): Promise<Value> {
    return this.#whenFree(async () => {
      const running = this.#runTransaction(work)
      this.#transaction = running.catch(() => undefined)
      try {
        return await running
      } finally {
        this.#transaction = null
      }
    })
  }

  /** Calls `wake` at each NOTIFY on the channel, and after a new start of the thread. Returns a function that ends it. */
  async listen(channel: string, wake: () => void): Promise<() => Promise<void>> {
    this.#listeners.set(channel, wake)
    await this.#whenFree(() => this.#thread.send((id) => ({ kind: 'listen', id, channel })))
    return async () => {
      this.#listeners.delete(channel)
      if (!this.#isClosed) await this.#thread.send((id) => ({ kind: 'unlisten', id, channel }))
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    await this.#whenFree(() => {
      this.#isClosed = true
      return this.#thread.send((id) => ({ kind: 'close', id }))
    })
    await this.#thread.end()
  }

  #send(text: string, values: readonly unknown[]): Promise<Result> {
    return this.#thread.send((id) => ({ kind: 'query', id, text, values }), findStatementLimit())
  }

  /** Starts at once, or after the running transaction: a statement in between would be part of the transaction. */
  #whenFree<Value>(start: () => Promise<Value>): Promise<Value> {
    if (this.#isClosed) return Promise.reject(new Error('The embedded database is closed.'))
    return this.#transaction === null ? start() : this.#transaction.then(() => this.#whenFree(start))
  }

  async #runTransaction<Value>(work: (transaction: EmbeddedTransaction) => Promise<Value>): Promise<Value> {
    await this.#send('begin', [])
    const start = this.#starts
    const send = (text: string, values: readonly unknown[]): Promise<Result> =>
      start === this.#starts
        ? this.#send(text, values)
        : Promise.reject(Object.assign(new Error(ABORTED), { code: '57P01' }))
    try {
      const value = await work({
        query: async (text, values = []) => toRows(await send(text, values)),
        exec: async (text) => void (await send(text, [])),
      })
      await send('commit', [])
      return value
    } catch (error) {
      if (start === this.#starts) await this.#send('rollback', [])
      throw error
    }
  }

  /** A listener may have missed a NOTIFY. */
  #listenAgain(): void {
    this.#starts += 1
    for (const [channel, wake] of this.#listeners) {
      void this.#thread.send((id) => ({ kind: 'listen', id, channel })).then(wake, () => undefined)
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'

export const WRITES_CHANNEL = 'events'

/** The statement that wakes the listeners of all processes. */
export const NOTICE = `select pg_notify('${WRITES_CHANNEL}', '')`

/** The records of a resource that a write has changed. */
export interface CommittedWrite {
  readonly resource: string
  readonly ids: readonly (string | number)[]
}

const INTERVAL_MS = 50

/**
 * Tells all processes of the writes of this process, after their commits and at most every 50 ms: a NOTIFY within a
 * transaction would make commits wait for each other (decision 74).
 */
export class WriteNotices {
  readonly #send: () => Promise<unknown>
  readonly #listeners: (() => void)[] = []
  readonly #watchers: ((written: CommittedWrite) => void)[] = []
  #isDue = false
  #sending: Promise<void> | null = null

  constructor(send: () => Promise<unknown>) {
    this.#send = send
  }

  /** Calls the function with each notice of this process. */
  afterWrites(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Calls the function after each commit of this process, before the writer hears of it. */
  afterCommits(watcher: (written: CommittedWrite) => void): void {
    this.#watchers.push(watcher)
  }

  noteWrites(written: readonly CommittedWrite[]): void {
    for (const each of written) for (const watcher of this.#watchers) watcher(each)
    this.#isDue = true
    this.#sending ??= this.#sendAll()
  }

  /** Waits for the notice of the last write. */
  async close(): Promise<void> {
    await this.#sending
  }

  async #sendAll(): Promise<void> {
    while (this.#isDue) {
      this.#isDue = false
      for (const listener of this.#listeners) listener()
      // All listeners also look for writes by themselves, so that a lost notice delays them only.
      await this.#send().catch(() => undefined)
      await sleep(INTERVAL_MS)
    }
    this.#sending = null
  }
}

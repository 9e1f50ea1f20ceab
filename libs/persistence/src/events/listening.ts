import type { FeedListener } from '@content-service/domain'
import type { Client } from 'pg'

/** The wait before a broken connection is opened again, and after each failed attempt. */
const REOPEN_MS = 500

/** Listens to one channel on a separate connection, and opens a broken connection again until `close`. */
class Listener implements FeedListener {
  readonly #url: string
  readonly #channel: string
  readonly #wake: () => void
  #client: Client | null = null
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(url: string, channel: string, wake: () => void) {
    this.#url = url
    this.#channel = channel
    this.#wake = wake
  }

  async open(): Promise<void> {
    // MikroORM has a `pg` of its own, so that only a process that listens loads this one.
    const { Client } = await import('pg')
    const client = new Client({ connectionString: this.#url, keepAlive: true })
    client.on('notification', this.#wake)
    // The end follows an error, even for a client that was never connected.
    client.on('error', () => undefined)
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(this.#channel)}`)
    if (this.#isClosed) return client.end()
    client.once('end', () => this.#reopenLater())
    this.#client = client
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#client?.end()
  }

  #reopenLater(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.#reopen(), REOPEN_MS)
  }

  async #reopen(): Promise<void> {
    try {
      await this.open()
      // No notification has come for events that were written in the meantime.
      this.#wake()
    } catch {
      // The database is still unavailable, which other parts report.
      this.#reopenLater()
    }
  }
}

/** Calls `wake` at each notification on the channel, and after an interruption in which it may have missed one. */
export const listenOnPostgres = async (
  url: string,
  channel: string,
  wake: () => void,
): Promise<FeedListener> => {
  const listener = new Listener(url, channel, wake)
  await listener.open()
  return listener
}

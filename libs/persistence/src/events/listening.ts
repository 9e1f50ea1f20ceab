import type { FeedListener } from '@content-service/domain'
import { Client } from 'pg'

/** How soon a connection that broke is opened anew, and again after each attempt. */
const REOPEN_MS = 500

/** Listens to one channel on a connection of its own, and opens that anew for as long as nobody closes it. */
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
    const client = new Client({ connectionString: this.#url, keepAlive: true })
    client.on('notification', this.#wake)
    // An error is followed by the end, also of a client that never came to be connected.
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
      // No notification has come for events that were written meanwhile.
      this.#wake()
    } catch {
      // The database is still away, which everything else says as well.
      this.#reopenLater()
    }
  }
}

/** Calls `wake` at each notification on the channel, and whenever some may have been missed. */
export const listenOnPostgres = async (
  url: string,
  channel: string,
  wake: () => void,
): Promise<FeedListener> => {
  const listener = new Listener(url, channel, wake)
  await listener.open()
  return listener
}

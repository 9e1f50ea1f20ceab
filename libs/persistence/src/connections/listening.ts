import type { FeedListener } from '@content-service/domain/internal/live'
import type { Client } from 'pg'
import { parseAddress, type PostgresAddress } from './address.ts'
import { requireChannelBinding } from './channel-binding.ts'
import { createClientConfig } from './client-config.ts'
import { checkTargetSession } from './target-session.ts'
import { listTls, rememberTls, type ConnectByTls } from './tls.ts'

/** The wait before a broken connection is opened again, and after each failed attempt. */
const REOPEN_MS = 500

/** Listens to one channel on a separate connection, and opens a broken connection again until `close`. */
class Listener implements FeedListener {
  readonly #address: PostgresAddress
  readonly #connectByTls: ConnectByTls
  readonly #channel: string
  readonly #wake: () => void
  #client: Client | null = null
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(url: string, channel: string, wake: () => void) {
    this.#address = parseAddress(url)
    this.#connectByTls = rememberTls(listTls(this.#address))
    this.#channel = channel
    this.#wake = wake
  }

  async open(): Promise<void> {
    // MikroORM can have a `pg` of another version, so that only a process that listens loads this one.
    const { Client } = await import('pg')
    const { channelBinding, targetSession } = this.#address
    const Chosen = channelBinding === 'require' ? requireChannelBinding(Client) : Client
    const client = await this.#connectByTls(async (ssl) => {
      const opened = new Chosen({ ...createClientConfig(this.#address, {}), ssl })
      // The end follows an error, even for a client that was never connected.
      opened.on('error', () => undefined)
      await opened.connect()
      return opened
    })
    client.on('notification', this.#wake)
    await checkTargetSession(client, targetSession)
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

import type { PipelineClient } from '../connections/pg-client.ts'
import type { SessionSettings } from '../connections/session-settings.ts'

/** Then a connection goes back to the pool. */
const LINGER_MS = 20

/** A client that also tells of its end. */
export type Client = PipelineClient & {
  once(event: 'end', listener: () => void): unknown
  off(event: 'end', listener: () => void): unknown
}

interface Lingering {
  readonly client: Client
  readonly key: string
  readonly timer: NodeJS.Timeout
  /** Called when the connection breaks. */
  readonly forget: () => void
}

const nameSettings = (settings: SessionSettings): string => JSON.stringify(settings)

/** Connections that nobody uses, and that keep their settings for a moment: the next search needs the same ones. */
export class LingeringConnections {
  #lingering: readonly Lingering[] = []

  /** A connection with these settings; null if there is none. */
  take(settings: SessionSettings): Client | null {
    const key = nameSettings(settings)
    const found = this.#lingering.findLast((each) => each.key === key)
    if (found === undefined) return null
    this.#remove(found)
    return found.client
  }

  add(client: Client, settings: SessionSettings): void {
    const lingering: Lingering = {
      client,
      key: nameSettings(settings),
      timer: setTimeout(() => this.#release(lingering), LINGER_MS),
      forget: () => this.#remove(lingering),
    }
    client.once('end', lingering.forget)
    this.#lingering = [...this.#lingering, lingering]
  }

  /** Gives the oldest connection back to the pool, which another kind of work needs. */
  releaseOldest(): void {
    const [oldest] = this.#lingering
    if (oldest) this.#release(oldest)
  }

  get count(): number {
    return this.#lingering.length
  }

  #release(lingering: Lingering): void {
    this.#remove(lingering)
    lingering.client.release()
  }

  #remove(lingering: Lingering): void {
    clearTimeout(lingering.timer)
    lingering.client.off('end', lingering.forget)
    this.#lingering = this.#lingering.filter((each) => each !== lingering)
  }
}

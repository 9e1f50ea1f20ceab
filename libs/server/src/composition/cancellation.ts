import { ContentError } from '@content-service/domain'

/** Tells the stores of a request that its client no longer waits. An AbortSignal takes ten times as long to create. */
export class Cancellation {
  #isCancelled = false

  cancel(): void {
    this.#isCancelled = true
  }

  /** @throws TIMEOUT after `cancel`. */
  throwIfAborted(): void {
    if (this.#isCancelled)
      throw new ContentError('TIMEOUT', 'The request took too long, and the service stopped it.')
  }
}

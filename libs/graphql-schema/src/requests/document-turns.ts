import { setTimeout as sleep } from 'node:timers/promises'
import { pause } from '@content-service/domain/internal/rules'

/** After longer work, others have the same time for themselves. */
const LONG_MS = 10

/**
 * The turns of work on documents that a process does not know yet, such as their validation: one in each turn of the event
 * loop, and at most half of the time for long ones. So a crowd of new documents hardly delays the answers to known ones.
 */
export class DocumentTurns {
  #last: Promise<void> = Promise.resolve()
  /** Then the next turn may begin, as a value of `performance.now()`. */
  #free = 0

  /** The work of the turn begins when the promise ends, and it ends with the turn of the event loop. */
  next(): Promise<void> {
    this.#last = this.#wait(this.#last)
    return this.#last
  }

  async #wait(before: Promise<void>): Promise<void> {
    await before
    await pause()
    const left = this.#free - performance.now()
    if (left > 0) await sleep(left)
    const begun = performance.now()
    setImmediate(() => {
      const now = performance.now()
      if (now - begun > LONG_MS) this.#free = now + now - begun
    })
  }
}

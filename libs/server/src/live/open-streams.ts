import { ContentError } from '@content-service/domain'
import { RateLimited } from '@content-service/domain/internal/rules'
import type { Bucket } from '@content-service/identity'

/** The most open streams of each process. */
export interface StreamLimits {
  readonly all: number
  /** The most open streams of one credential, or of one address without a credential. */
  readonly each: number
}

const RETRY_AFTER_SECONDS = 30

/** Counts the open streams, in total and for each sender. */
export class OpenStreams {
  readonly #limits: StreamLimits
  readonly #counts = new Map<string, number>()
  #all = 0

  constructor(limits: StreamLimits) {
    this.#limits = limits
  }

  get count(): number {
    return this.#all
  }

  /** Counts a stream until the caller calls the returned function. @throws RateLimited, UNAVAILABLE. */
  enter({ kind, name }: Bucket): () => void {
    const key = `${kind} ${name}`
    const count = this.#counts.get(key) ?? 0
    if (count >= this.#limits.each)
      throw new RateLimited(
        `You have ${count} open streams, which is the limit. Close one of them first.`,
        RETRY_AFTER_SECONDS,
      )
    if (this.#all >= this.#limits.all)
      throw new ContentError(
        'UNAVAILABLE',
        'The service has reached its limit of open streams. Try again later.',
      )
    this.#change(key, 1)
    return () => this.#change(key, -1)
  }

  #change(key: string, by: 1 | -1): void {
    this.#all += by
    const count = (this.#counts.get(key) ?? 0) + by
    if (count === 0) this.#counts.delete(key)
    else this.#counts.set(key, count)
  }
}

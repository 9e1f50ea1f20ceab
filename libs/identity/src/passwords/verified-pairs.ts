import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createKeyedHash } from '../secrets/keyed-hash.ts'

/** C12.12: the service computes one hash in this time for a client that signs each request with Basic. */
const KEPT_MS = 5_000
const MOST_PAIRS = 10_000

/**
 * Remembers for a few seconds which passwords matched a stored hash. A new password has a new hash, so a change in any
 * process ends the entry at once. An entry is an HMAC with a key that this process creates at its start.
 */
export class VerifiedPairs {
  readonly #digest = createKeyedHash(randomBytes(32))
  readonly #pairs = new LRUCache<string, true>({
    max: MOST_PAIRS,
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: { now: () => Date.now() },
  })

  has(password: string, hash: string): boolean {
    return this.#pairs.has(this.#digest(password, hash))
  }

  add(password: string, hash: string): void {
    this.#pairs.set(this.#digest(password, hash), true)
  }
}

import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** C12.12: a client that signs each request with Basic is hashed once in this time. */
const KEPT_MS = 5_000
const MOST_PAIRS = 10_000

/**
 * Passwords that were right for a stored hash a few seconds ago. A new password makes a new hash, so that a change in any
 * process empties the entry at once. An entry is an HMAC with a key that this process makes at its start.
 */
export class VerifiedPairs {
  readonly #key = randomBytes(32)
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

  /** A hash in the PHC format has no NUL, so that no two pairs have one digest. */
  #digest(password: string, hash: string): string {
    return createHmac('sha256', this.#key).update(`${hash}\0${password}`).digest('base64url')
  }
}

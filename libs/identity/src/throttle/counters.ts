import { LRUCache } from 'lru-cache'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  type RateLimiterRes,
} from 'rate-limiter-flexible'

/** A counter for any number of keys. Each key starts again some seconds after its first count. */
export type Counter = RateLimiterAbstract

/** Creates the counter with a name. In one store, counters with the same name are the same counter. */
export type Counters = (name: string, seconds: number) => Counter

/** The counters only count; the limits of this folder compare. */
const NO_LIMIT = { points: Number.MAX_SAFE_INTEGER }

/** The keys of one counter in this process, about 600 bytes each. A full counter drops its least recently used keys. */
const DEFAULT_KEYS = 50_000

/** Counts in this process, for a bounded number of keys. */
class BoundedCounter extends RateLimiterMemory {
  readonly #most: number
  /** Created with the first key, because the cache allocates the memory for all keys at once. */
  #keys: LRUCache<string | number, true> | undefined

  constructor(options: IRateLimiterOptions, most: number) {
    super(options)
    this.#most = most
  }

  override penalty(...given: Parameters<RateLimiterMemory['penalty']>): Promise<RateLimiterRes> {
    this.#keys ??= new LRUCache({
      max: this.#most,
      dispose: (_, key, reason) => void (reason === 'evict' && super.delete(key)),
    })
    this.#keys.set(given[0], true)
    return super.penalty(...given)
  }
}

/** Counters in this process, each with at most `most` keys. */
export const createCounters =
  (most = DEFAULT_KEYS): Counters =>
  (name, seconds) =>
    new BoundedCounter({ ...NO_LIMIT, keyPrefix: name, duration: seconds }, most)

/** Counts in this process. */
export const memoryCounters: Counters = createCounters()

/**
 * Counts in Redis or Valkey for all processes (C9.2), with a client of `ioredis`. While the server is away, `insurance`
 * counts in this process.
 */
export const redisCounters =
  (client: object, insurance: Counters): Counters =>
  (name, seconds) =>
    new RateLimiterRedis({
      ...NO_LIMIT,
      storeClient: client,
      keyPrefix: `content-service:${name}`,
      duration: seconds,
      // A request does not wait while the server is away.
      rejectIfRedisNotReady: true,
      insuranceLimiter: insurance(name, seconds),
    })

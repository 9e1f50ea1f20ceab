import { LRUCache } from 'lru-cache'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  type RateLimiterRes,
} from 'rate-limiter-flexible'

/** A counter that begins anew some seconds after its first count, for any number of keys. */
export type Counter = RateLimiterAbstract

/** Makes the counter of a name; those of one name in one store are the same counter. */
export type Counters = (name: string, seconds: number) => Counter

/** The limits compare for themselves: the counter is asked for what it has counted only. */
const NO_LIMIT = { points: Number.MAX_SAFE_INTEGER }

/** Keys of one counter in this process, some 600 bytes each. A full counter forgets its longest unused keys. */
const DEFAULT_KEYS = 50_000

/** Counts in this process, for so many keys. */
class BoundedCounter extends RateLimiterMemory {
  readonly #most: number
  /** Made for the first key: the cache takes the memory for all keys at once. */
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

/** Counters in this process that keep so many keys. */
export const createCounters =
  (most = DEFAULT_KEYS): Counters =>
  (name, seconds) =>
    new BoundedCounter({ ...NO_LIMIT, keyPrefix: name, duration: seconds }, most)

/** Counts in this process. */
export const memoryCounters: Counters = createCounters()

/**
 * Counts in Redis or Valkey for all processes (C9.2), by a client of `ioredis`; in this process while it is away.
 * The client says by its own events that it is away.
 */
export const redisCounters =
  (client: object, insurance: Counters): Counters =>
  (name, seconds) =>
    new RateLimiterRedis({
      ...NO_LIMIT,
      storeClient: client,
      keyPrefix: `content-service:${name}`,
      duration: seconds,
      // A request does not wait for a server that is not there.
      rejectIfRedisNotReady: true,
      insuranceLimiter: insurance(name, seconds),
    })

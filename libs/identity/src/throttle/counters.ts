import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible'

/** A counter that begins anew some seconds after its first count, for any number of keys. */
export type Counter = RateLimiterAbstract

/** Makes the counter of a name; those of one name in one store are the same counter. */
export type Counters = (name: string, seconds: number) => Counter

/** The limits compare for themselves: the counter is asked for what it has counted only. */
const NO_LIMIT = { points: Number.MAX_SAFE_INTEGER }

/** Counts in this process. */
export const memoryCounters: Counters = (name, seconds) =>
  new RateLimiterMemory({ ...NO_LIMIT, keyPrefix: name, duration: seconds })

/**
 * Counts in Redis or Valkey for all processes (C9.2), by a client of `ioredis`; in this process while it is away.
 * The client says by its own events that it is away.
 */
export const redisCounters =
  (client: object): Counters =>
  (name, seconds) =>
    new RateLimiterRedis({
      ...NO_LIMIT,
      storeClient: client,
      keyPrefix: `content-service:${name}`,
      duration: seconds,
      // A request does not wait for a server that is not there.
      rejectIfRedisNotReady: true,
      insuranceLimiter: memoryCounters(name, seconds),
    })

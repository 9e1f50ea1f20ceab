import type { KeyedHash } from '@content-service/domain/internal/context'
import { LRUCache } from 'lru-cache'
import type { RateLimiterRes } from 'rate-limiter-flexible'
import { createKeyedHash } from '../secrets/keyed-hash.ts'
import type { Counter, Counters } from '../throttle/counters.ts'
import type { Bucket } from './bucket.ts'

/** C9.1: the first request of a bucket begins its window. */
const WINDOW_SECONDS = 60
const MOST_HASHES = 10_000
/** C15.16: what a bucket owes carries into so many windows. */
const MOST_WINDOWS = 10

/** The requests per window. */
export type Quotas = Readonly<Record<Bucket['kind'], number>>

/** The rest of a bucket's quota. */
export interface Quota {
  readonly kind: Bucket['kind']
  readonly limit: number
  readonly remaining: number
  /** The beginning of the next window. */
  readonly resetsAt: Date
  /** The time until then in whole seconds, at least one. */
  readonly secondsLeft: number
}

export interface RateLimitSettings {
  readonly counters: Counters
  readonly quotas: Quotas
  /** Hashes the names in the store; every process has the same key. */
  readonly key: Uint8Array
  readonly now: () => Date
}

interface TakeResult {
  readonly isWithin: boolean
  /** The requests of the bucket in this window, including those beyond its quota. */
  readonly taken: number
  readonly quota: Quota
}

/** The requests per bucket and window (C9.1), counted by `counters` (C9.2). */
export class RateLimit {
  readonly #requests: Counter
  readonly #debts: Counter
  readonly #quotas: Quotas
  readonly #hash: KeyedHash
  /** The hashes of recent buckets. */
  readonly #hashes = new LRUCache<string, string>({ max: MOST_HASHES })
  readonly #now: () => Date

  constructor({ counters, quotas, key, now }: RateLimitSettings) {
    this.#requests = counters('requests', WINDOW_SECONDS)
    this.#debts = counters('debts', WINDOW_SECONDS * MOST_WINDOWS)
    this.#quotas = quotas
    this.#hash = createKeyedHash(key)
    this.#now = now
  }

  /** Counts requests, and returns whether they are within the quota. 0 requests only read the quota. */
  async take(bucket: Bucket, requests: number): Promise<TakeResult> {
    const counted = await this.#count(bucket, requests)
    const { kind } = bucket
    const limit = this.#quotas[kind]
    const remaining = Math.max(limit - counted.consumedPoints, 0)
    return {
      isWithin: requests === 0 || counted.consumedPoints <= limit,
      taken: counted.consumedPoints,
      quota: { kind, limit, remaining, ...this.#windowEnd(counted.msBeforeNext) },
    }
  }

  /** C15.16: counts requests for work that is done. What the window lacks counts in the next windows. */
  async owe(bucket: Bucket, requests: number): Promise<void> {
    const key = this.#hashed(bucket)
    const limit = this.#quotas[bucket.kind]
    const { consumedPoints } = await this.#requests.penalty(key, requests)
    const missing = Math.min(requests, consumedPoints - limit)
    if (missing <= 0) return
    const owed = await this.#debts.penalty(key, missing)
    const beyond = owed.consumedPoints - limit * MOST_WINDOWS
    if (beyond > 0) await this.#debts.reward(key, beyond)
  }

  /** Counts requests; the first ones of a window pay what the bucket owes. */
  async #count(bucket: Bucket, requests: number): Promise<RateLimiterRes> {
    const key = this.#hashed(bucket)
    const counted = await this.#requests.penalty(key, requests)
    if (requests === 0 || counted.consumedPoints > requests) return counted
    const owed = (await this.#debts.get(key))?.consumedPoints ?? 0
    if (owed <= 0) return counted
    const paid = Math.min(owed, this.#quotas[bucket.kind])
    await this.#debts.reward(key, paid)
    return this.#requests.penalty(key, paid)
  }

  /** Takes counted requests back. */
  async giveBack(bucket: Bucket, requests: number): Promise<void> {
    await this.#requests.reward(this.#hashed(bucket), requests)
  }

  #hashed({ kind, name }: Bucket): string {
    const key = `${kind} ${name}`
    const hashed = this.#hashes.get(key) ?? this.#hash(kind, name)
    this.#hashes.set(key, hashed)
    return hashed
  }

  #windowEnd(counted: number): Pick<Quota, 'resetsAt' | 'secondsLeft'> {
    // After the clock was set back, the counter's time is too long.
    const milliseconds = Math.min(counted, WINDOW_SECONDS * 1000)
    return {
      resetsAt: new Date(this.#now().getTime() + milliseconds),
      secondsLeft: Math.max(Math.ceil(milliseconds / 1000), 1),
    }
  }
}

/** The time in seconds since 1970, rounded up, so that it is not before the end of the window. */
const toUnixSeconds = (time: Date): number => Math.ceil(time.getTime() / 1000)

/** C9.1: section 8 of the specification, and draft-ietf-httpapi-ratelimit-headers-10 §3 and §4. */
export const createQuotaHeaders = (quota: Quota): Readonly<Record<string, string>> => ({
  'x-ratelimit-limit': String(quota.limit),
  'x-ratelimit-remaining': String(quota.remaining),
  'x-ratelimit-reset': String(toUnixSeconds(quota.resetsAt)),
  'ratelimit-policy': `"${quota.kind}";q=${quota.limit};w=${WINDOW_SECONDS}`,
  ratelimit: `"${quota.kind}";r=${quota.remaining};t=${quota.secondsLeft}`,
})

import { RateLimited } from '@content-service/domain/internal/rules'
import type { Bucket } from './bucket.ts'
import type { Quota, RateLimit } from './rate-limit.ts'

const tooMany = ({ limit, secondsLeft }: Quota): RateLimited =>
  new RateLimited(
    `You have sent more than ${limit} requests in a minute. Try again in ${secondsLeft} seconds.`,
    secondsLeft,
  )

const tooExpensive = (requests: number, { remaining, secondsLeft }: Quota): RateLimited =>
  new RateLimited(
    `This request costs ${requests} more of your quota, and ${remaining} are left. Select less, or try again in ${secondsLeft} seconds.`,
    secondsLeft,
  )

/** The part of its sender's quota that one request uses. */
export class QuotaUsage {
  readonly #limit: RateLimit
  readonly #tell: (quota: Quota) => void
  #isExceeded = false
  #counted: { readonly bucket: Bucket; readonly quota: Quota } | null = null
  /** The requests that this request has charged to the bucket. */
  #taken = 0
  #isReserved = false
  #operation: Promise<void> | undefined

  /** Calls `tell` with the quota after each change. */
  constructor(limit: RateLimit, tell: (quota: Quota) => void) {
    this.#limit = limit
    this.#tell = tell
  }

  /** The name of an authenticated sender's bucket; null for other senders, and before the sender is known. */
  get principal(): string | null {
    const bucket = this.#counted?.bucket
    return bucket?.kind === 'credential' ? bucket.name : null
  }

  /** The kind of the quota that the request exceeded, or null. */
  get exceeded(): Bucket['kind'] | null {
    return this.#isExceeded ? (this.#counted?.bucket.kind ?? null) : null
  }

  /**
   * C12.12: counts the request for the bucket of its address until `admit` knows the sender.
   * @throws RateLimited if the quota is used up.
   */
  async reserve(bucket: Bucket): Promise<void> {
    await this.#count(bucket, 1)
    this.#isReserved = true
  }

  /**
   * Counts the request for the bucket, and ends a reservation. `requests: 0` only reads the quota.
   * @throws RateLimited if the quota is used up.
   */
  async admit(bucket: Bucket, requests: 0 | 1 = 1): Promise<void> {
    const reserved = this.#isReserved ? this.#counted?.bucket : undefined
    this.#isReserved = false
    if (reserved?.kind === bucket.kind && reserved.name === bucket.name) return
    if (reserved) await this.#limit.giveBack(reserved, 1)
    await this.#count(bucket, requests)
  }

  async #count(bucket: Bucket, requests: 0 | 1): Promise<void> {
    const { isWithin, quota } = await this.#limit.take(bucket, requests)
    this.#taken = requests
    this.#note(bucket, quota)
    if (!isWithin) throw this.#refused(tooMany(quota))
  }

  /**
   * C9.3, C12.12: charges further requests to an admitted request. A request that costs more than the whole quota runs
   * if no other request has used the quota.
   * @throws RateLimited if the quota is too small; then nothing is charged.
   */
  async charge(requests: number): Promise<void> {
    if (this.#counted === null || requests === 0) return
    const { bucket, quota } = this.#counted
    const takenByOthers = quota.limit - quota.remaining - this.#taken
    if (requests > quota.remaining && takenByOthers > 0) throw this.#refused(tooExpensive(requests, quota))
    const after = await this.#limit.take(bucket, requests)
    const isAlone = after.taken === this.#taken + requests
    if (after.isWithin || isAlone) {
      this.#taken += requests
      return this.#note(bucket, after.quota)
    }
    // Concurrent requests have used the quota first.
    await this.#limit.giveBack(bucket, requests)
    throw this.#refused(tooExpensive(requests, after.quota))
  }

  /**
   * C15.4: charges requests to the bucket of the request, long after the request, such as for an event of its stream.
   * @throws RateLimited if the quota is used up; then nothing is charged.
   */
  async chargeLater(requests: number): Promise<void> {
    if (this.#counted === null) return
    const { bucket } = this.#counted
    const { isWithin, quota } = await this.#limit.take(bucket, requests)
    if (isWithin) return
    await this.#limit.giveBack(bucket, requests)
    throw tooMany(quota)
  }

  /** C15.16: charges work that is done, also if the client has left. The next request shows it. */
  chargeAfterwards(requests: number): void {
    // Nobody hears of a failure of the counters; they count in the process while their server is away.
    if (this.#counted) this.#limit.owe(this.#counted.bucket, requests).catch(() => undefined)
  }

  /** Charges the cost of the request's operation once, even if the service begins the operation again. */
  chargeOperation(requests: number): Promise<void> {
    return (this.#operation ??= this.charge(requests))
  }

  #refused(refusal: RateLimited): RateLimited {
    this.#isExceeded = true
    return refusal
  }

  #note(bucket: Bucket, quota: Quota): void {
    this.#counted = { bucket, quota }
    this.#tell(quota)
  }
}

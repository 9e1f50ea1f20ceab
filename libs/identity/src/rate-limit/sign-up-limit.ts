import { RateLimited } from '@content-service/domain/rules'
import { toAddressBlock } from '../addresses/address.ts'
import { createKeyedHash } from '../keyed-hash.ts'
import type { Counter, Counters } from '../throttle/counters.ts'

const HOUR_SECONDS = 3_600

export interface SignUpLimitSettings {
  readonly counters: Counters
  /** The most sign-ups per hour and address. */
  readonly most: number
  /** Hashes the addresses in the store; every process has the same key. */
  readonly key: Uint8Array
}

const tooMany = (most: number, seconds: number): RateLimited =>
  new RateLimited(
    `More than ${most} accounts were created from your IP address within an hour. Try again in ${seconds} seconds.`,
    seconds,
  )

/** C12.12: sign-ups per hour and address. */
export class SignUpLimit {
  readonly #signUps: Counter
  readonly #most: number
  readonly #hashed: ReturnType<typeof createKeyedHash>

  constructor({ counters, most, key }: SignUpLimitSettings) {
    this.#signUps = counters('sign-ups', HOUR_SECONDS)
    this.#most = most
    this.#hashed = createKeyedHash(key)
  }

  /** Counts a sign-up. @throws RateLimited beyond the limit. */
  async admit(address: string | null): Promise<void> {
    const place = address === null ? 'unknown' : toAddressBlock(address)
    const { consumedPoints, msBeforeNext } = await this.#signUps.penalty(this.#hashed('sign-ups', place))
    if (consumedPoints > this.#most) throw tooMany(this.#most, Math.max(Math.ceil(msBeforeNext / 1000), 1))
  }
}

import { RateLimited } from '@content-service/domain/internal/rules'
import { toAddressBlock } from '../addresses/address.ts'
import { createKeyedHash } from '../secrets/keyed-hash.ts'
import type { Counter, Counters } from '../throttle/counters.ts'

const HOUR_SECONDS = 3_600

/** What an address may do only so often, and its words in the refusal. */
const COUNTED = {
  'sign-ups': { done: 'accounts were created', advice: 'Try again' },
  'guest-records': {
    done: 'records were created without a credential',
    advice: 'Sign in, or try again',
  },
} as const

export interface AddressLimitSettings {
  readonly counters: Counters
  readonly counted: keyof typeof COUNTED
  /** The most per hour and address. */
  readonly most: number
  /** Hashes the addresses in the store; every process has the same key. */
  readonly key: Uint8Array
}

/** C12.12, C14.3: sign-ups, or records of guests, per hour and address (IPv6: its /64). */
export class AddressLimit {
  readonly #counter: Counter
  readonly #counted: AddressLimitSettings['counted']
  readonly #most: number
  readonly #hashed: ReturnType<typeof createKeyedHash>

  constructor({ counters, counted, most, key }: AddressLimitSettings) {
    this.#counter = counters(counted, HOUR_SECONDS)
    this.#counted = counted
    this.#most = most
    this.#hashed = createKeyedHash(key)
  }

  /** Counts one more. Returns the function that takes it back. @throws RateLimited beyond the limit. */
  async admit(address: string | null): Promise<() => Promise<void>> {
    const place = address === null ? 'unknown' : toAddressBlock(address)
    const key = this.#hashed(this.#counted, place)
    const { consumedPoints, msBeforeNext } = await this.#counter.penalty(key)
    const giveBack = async (): Promise<void> => void (await this.#counter.reward(key))
    if (consumedPoints <= this.#most) return giveBack
    await giveBack()
    throw this.#refuse(Math.max(Math.ceil(msBeforeNext / 1000), 1))
  }

  #refuse(seconds: number): RateLimited {
    const { done, advice } = COUNTED[this.#counted]
    return new RateLimited(
      `More than ${this.#most} ${done} from your IP address within an hour. ${advice} in ${seconds} seconds.`,
      seconds,
    )
  }
}

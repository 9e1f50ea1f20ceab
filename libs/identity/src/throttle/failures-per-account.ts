import type { Counter, Counters } from './counters.ts'
import { createWait, type Admission, type Limit } from './limit.ts'

/** C7.6: the most failures of an account from an address. */
const MOST_FAILURES = 10
const WINDOW_SECONDS = 60

/** C7.6: ten failures for an account from an address, in the sixty seconds after the first failure. */
export class FailuresPerAccount implements Limit {
  readonly #failures: Counter

  constructor(counters: Counters) {
    this.#failures = counters('account-failures', WINDOW_SECONDS)
  }

  async admit(key: string): Promise<Admission> {
    const { consumedPoints, msBeforeNext } = await this.#failures.penalty(key)
    const giveBack = async (): Promise<void> => void (await this.#failures.reward(key))
    if (consumedPoints <= MOST_FAILURES) return { kind: 'admitted', giveBack }
    await giveBack()
    return createWait(msBeforeNext)
  }

  /** Removes the count of the key. */
  async forget(key: string): Promise<void> {
    await this.#failures.delete(key)
  }
}

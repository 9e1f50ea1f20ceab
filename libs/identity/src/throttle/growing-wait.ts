import type { Counter, Counters } from './counters.ts'
import { LONGEST_WAIT_SECONDS, createWait, type Admission, type Limit } from './limit.ts'

const WINDOW_SECONDS = 600
/** The next failure is the first failure with a wait. */
const FREE_FAILURES = 19

/** Waits of 1, 2, 4 … seconds. */
const computeWait = (failures: number): number =>
  Math.min(2 ** (failures - FREE_FAILURES - 1), LONGEST_WAIT_SECONDS)

/**
 * C7.6: a growing wait for an address over all accounts. From the twentieth failure in ten minutes on, it admits one
 * attempt at a time, and each wait is longer than the wait before.
 */
export class GrowingWait implements Limit {
  readonly #failures: Counter
  /** Contains the key of an address while an attempt has the turn. */
  readonly #turns: Counter

  constructor(counters: Counters) {
    this.#failures = counters('address-failures', WINDOW_SECONDS)
    this.#turns = counters('address-turns', LONGEST_WAIT_SECONDS)
  }

  async admit(key: string): Promise<Admission> {
    const turn = await this.#turns.get(key)
    if (turn !== null && turn.consumedPoints > 0) return createWait(turn.msBeforeNext)
    const { consumedPoints: failures } = await this.#failures.penalty(key)
    if (failures > FREE_FAILURES) return this.#takeTurn(key, computeWait(failures))
    return { kind: 'admitted', giveBack: () => this.#giveBackFailure(key) }
  }

  /** Of several concurrent attempts, the first to count has the turn. */
  async #takeTurn(key: string, seconds: number): Promise<Admission> {
    const turn = await this.#turns.penalty(key, 1, { customDuration: seconds })
    if (turn.consumedPoints > 1) {
      await this.#giveBackFailure(key)
      return createWait(turn.msBeforeNext)
    }
    const giveBack = async (): Promise<void> => {
      await Promise.all([this.#giveBackFailure(key), this.#turns.delete(key)])
    }
    return { kind: 'admitted', giveBack }
  }

  async #giveBackFailure(key: string): Promise<void> {
    await this.#failures.reward(key)
  }
}

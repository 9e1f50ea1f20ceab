import { createHash } from 'node:crypto'
import fc from 'fast-check'

const deriveSeed = (seed: number, place: number): number =>
  createHash('sha256').update(`${seed} ${place}`).digest().readInt32BE()

/** Draws the values of one request. The same seed and place draw the same values. */
export class Draw {
  /** The number of the request among the requests of its kind, from 0. */
  readonly #turn: number
  readonly #largest: number
  readonly #generate: fc.GeneratorValue

  constructor({
    seed,
    place,
    turn = place,
    largest = Infinity,
  }: {
    readonly seed: number
    readonly place: number
    readonly turn?: number
    /** The largest number of repetitions. */
    readonly largest?: number
  }) {
    this.#turn = turn
    this.#largest = largest
    const [generate] = fc.sample(fc.gen(), { seed: deriveSeed(seed, place), numRuns: 1 })
    if (generate === undefined) throw new Error('fast-check made no generator')
    this.#generate = generate
  }

  some<Value>(arbitrary: fc.Arbitrary<Value>): Value {
    return this.#generate(() => arbitrary)
  }

  /** An integer from `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return this.some(fc.integer({ min, max }))
  }

  pick<Value>(values: readonly Value[]): Value {
    return this.some(fc.constantFrom(...values))
  }

  /** The values in turn, so that a run contains each of them. */
  inTurn<Value>(values: readonly Value[]): Value {
    const value = values[this.#turn % values.length]
    if (value === undefined) throw new Error('There are no values')
    return value
  }

  isLucky(percent: number): boolean {
    return this.integer(1, 100) <= percent
  }

  /** A part of the values in their order, at least one value. */
  subset<Value>(values: readonly Value[], percent: number): readonly Value[] {
    const chosen = values.filter(() => this.isLucky(percent))
    return chosen.length > 0 || values.length === 0 ? chosen : [this.pick(values)]
  }

  /** A number of repetitions: mostly a few, rarely a million. */
  size(most = 1_000_000): number {
    const sizes = [3, 20, 20, 100, 100, 500, 500, 2_500, 2_500, 10_000, 30_000, 100_000, 400_000, 1_000_000]
    return Math.min(most, this.#largest, this.pick(sizes))
  }
}

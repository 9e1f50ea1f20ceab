/** A source of numbers that a seed determines (mulberry32). Each record has a source of its own, so that its place alone decides its content. */
export class Draw {
  #state: number

  constructor(seed: number, kind: string, place: number) {
    let hash = seed | 0
    for (const character of `${kind}${place}`)
      hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) ^ (hash >>> 13)
    this.#state = hash
  }

  /** From 0 up to 1, without 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 up to `end`, without `end`. */
  below(end: number): number {
    return Math.floor(this.fraction() * end)
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }

  /** A normal distribution with the mean 0 and the deviation 1 (Box-Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.fraction())) * Math.cos(2 * Math.PI * this.fraction())
  }
}

/** Counts bytes of a response that left the memory. */
export type Take = (bytes: number) => void

/** The part of RESPONSE_BUDGET for one credential, and for one address. */
const SHARE = 1 / 4

/**
 * C15.4: the responses of a process that wait to be sent. Each stays in memory as a whole until the kernel has taken
 * its last byte, which it does as fast as the client reads.
 */
export class WaitingResponses {
  readonly #most: number
  #all = 0
  readonly #bytes = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  get bytes(): number {
    return this.#all
  }

  /**
   * The bytes of a response that has room. A response that is larger than the share of its budget keys has room if nothing
   * else of them waits.
   */
  findRoom(budgetKeys: readonly string[]): number {
    const rooms = budgetKeys.map((budgetKey) => this.#findRoomOf(budgetKey))
    return Math.min(this.#all === 0 ? Infinity : this.#most - this.#all, ...rooms)
  }

  /** Counts a response for its budget keys, such as a credential and an address. Null without room. */
  enter(budgetKeys: readonly string[], bytes: number): Take | null {
    if (bytes > this.findRoom(budgetKeys)) return null
    this.#change(budgetKeys, bytes)
    return (taken) => this.#change(budgetKeys, -taken)
  }

  #findRoomOf(budgetKey: string): number {
    const waiting = this.#bytes.get(budgetKey) ?? 0
    return waiting === 0 ? Infinity : this.#most * SHARE - waiting
  }

  #change(budgetKeys: readonly string[], by: number): void {
    this.#all += by
    for (const budgetKey of budgetKeys) {
      const bytes = (this.#bytes.get(budgetKey) ?? 0) + by
      if (bytes > 0) this.#bytes.set(budgetKey, bytes)
      else this.#bytes.delete(budgetKey)
    }
  }
}

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
   * The bytes of a response that has room. A response that is larger than the share of its holders has room if nothing
   * else of them waits.
   */
  findRoom(holders: readonly string[]): number {
    const rooms = holders.map((holder) => this.#findRoomOf(holder))
    return Math.min(this.#all === 0 ? Infinity : this.#most - this.#all, ...rooms)
  }

  /** Counts a response for its holders, such as a credential and an address. Null without room. */
  enter(holders: readonly string[], bytes: number): Take | null {
    if (bytes > this.findRoom(holders)) return null
    this.#change(holders, bytes)
    return (taken) => this.#change(holders, -taken)
  }

  #findRoomOf(holder: string): number {
    const waiting = this.#bytes.get(holder) ?? 0
    return waiting === 0 ? Infinity : this.#most * SHARE - waiting
  }

  #change(holders: readonly string[], by: number): void {
    this.#all += by
    for (const holder of holders) {
      const bytes = (this.#bytes.get(holder) ?? 0) + by
      if (bytes > 0) this.#bytes.set(holder, bytes)
      else this.#bytes.delete(holder)
    }
  }
}

import type { Lane } from './lane.ts'

interface LanesOptions {
  /** The most connections. */
  readonly most: number
  /** The most reads of a connection at a time. */
  readonly depth: number
  readonly open: () => Promise<Lane>
  /** Called when a read can find a place. */
  readonly opened: () => void
  /** Called with the error if no connection opens, and no other one is left. */
  readonly failed: (error: unknown) => void
}

/** Connections for reads, which go back to the pool as soon as no read waits. */
export class Lanes {
  readonly #options: LanesOptions
  #lanes: readonly Lane[] = []
  #opening = 0

  constructor(options: LanesOptions) {
    this.#options = options
  }

  /** The connection with the fewest reads; null if none has room. If all are busy, another one opens for later reads. */
  choose(): Lane | null {
    const now = performance.now()
    const open = this.#lanes.filter((lane) => lane.isOpen(now))
    const best = open.reduce<Lane | null>(
      (least, lane) => (least && least.waiting <= lane.waiting ? least : lane),
      null,
    )
    const { most, depth } = this.#options
    if ((best === null || best.waiting > 0) && open.length + this.#opening < most) void this.#open()
    return best !== null && best.waiting < depth ? best : null
  }

  /** A connection that no read uses soon goes back to the pool. */
  giveBackIdle(lane: Lane): void {
    lane.whenIdle(() => this.forget(lane))
  }

  forget(lane: Lane): void {
    if (!this.#lanes.includes(lane)) return
    this.#lanes = this.#lanes.filter((each) => each !== lane)
    lane.release()
  }

  async #open(): Promise<void> {
    this.#opening += 1
    try {
      const lane = await this.#options.open()
      this.#opening -= 1
      this.#lanes = [...this.#lanes, lane]
      this.#options.opened()
      this.giveBackIdle(lane)
    } catch (error) {
      this.#opening -= 1
      if (this.#opening === 0 && this.#lanes.length === 0) this.#options.failed(error)
    }
  }
}

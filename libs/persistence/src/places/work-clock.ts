/**
 * A clock that runs at half the speed while two statements run, at a third while three run, and so on. So it measures the
 * time that a statement would need alone, as far as the running statements share the processors equally.
 */
export class WorkClock {
  #running = 0
  #read = 0
  #worked = 0

  /** The milliseconds of the clock. */
  get time(): number {
    const now = performance.now()
    if (this.#running > 0) this.#worked += (now - this.#read) / this.#running
    this.#read = now
    return this.#worked
  }

  /** A statement begins. Returns the time. */
  begin(): number {
    const { time } = this
    this.#running += 1
    return time
  }

  /** A statement ends. Returns the time. */
  end(): number {
    const { time } = this
    this.#running -= 1
    return time
  }
}

import { ContentError } from '../rules/errors.ts'

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

export interface SemaphoreLimits {
  /** The number of running pieces of work of one key. */
  readonly running: number
  /** The number of pieces of work of one key that wait for a running piece. */
  readonly waiting: number
  /** The work in the plural, for the refusal: `sign-ins`. */
  readonly name: string
}

/** Limits the running pieces of work of each key. More work of a key waits in line. */
export class Semaphore {
  readonly #limits: SemaphoreLimits
  readonly #lines = new Map<string, Line>()

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits
  }

  /** @throws ContentError UNAVAILABLE before the work begins, if the line is full. */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lineOf(key)
    if (line.waiting.length >= this.#limits.waiting) throw this.#isFull()
    if (line.running === this.#limits.running) await new Promise<void>((go) => line.waiting.push(go))
    else line.running += 1
    try {
      return await work()
    } finally {
      this.#leave(key, line)
    }
  }

  #isFull(): ContentError {
    return new ContentError(
      'UNAVAILABLE',
      `Too many ${this.#limits.name} are waiting. Try again in 5 seconds.`,
    )
  }

  #lineOf(key: string): Line {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] }
    this.#lines.set(key, line)
    return line
  }

  /** The place goes to the next waiting piece of work, if there is one. */
  #leave(key: string, line: Line): void {
    const next = line.waiting.shift()
    if (next) return next()
    line.running -= 1
    if (line.running === 0) this.#lines.delete(key)
  }
}

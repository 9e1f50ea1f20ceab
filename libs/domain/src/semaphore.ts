import { ContentError } from './errors.ts'

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

export interface SemaphoreLimits {
  /** Pieces of work of one key that run at a time. */
  readonly running: number
  /** Pieces of work of one key that wait for the running ones. */
  readonly waiting: number
  /** The work in the plural, for the refusal: `sign-ins`. */
  readonly name: string
}

/** Lets a few pieces of work of one key run at a time. The others wait in line. */
export class Semaphore {
  readonly #limits: SemaphoreLimits
  readonly #lines = new Map<string, Line>()

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits
  }

  /** @throws ContentError UNAVAILABLE when the line is full; the work has not begun then. */
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

  /** The place goes to the next in line, if there is one. */
  #leave(key: string, line: Line): void {
    const next = line.waiting.shift()
    if (next) return next()
    line.running -= 1
    if (line.running === 0) this.#lines.delete(key)
  }
}

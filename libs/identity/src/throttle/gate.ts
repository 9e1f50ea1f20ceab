interface Line {
  running: number
  readonly waiting: (() => void)[]
}

/** Lets a few pieces of work of one key run at a time; the others wait in line. */
export class Gate {
  readonly #most: number
  readonly #lines = new Map<string, Line>()

  constructor(most: number) {
    this.#most = most
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lineOf(key)
    if (line.running === this.#most) await new Promise<void>((go) => line.waiting.push(go))
    else line.running += 1
    try {
      return await work()
    } finally {
      this.#leave(key, line)
    }
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

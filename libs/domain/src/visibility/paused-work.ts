import { pause } from '../rules/pause.ts'

/** The longest work on rows before the process answers others. */
const MOST_MS = 20
/** The clock is read once for so many rows, so that it takes less time than they do. */
const ROWS_OF_A_LOOK = 16

/** Work on the rows of a read, which pauses when it takes long. A read of few rows ends without a pause. */
export class PausedWork {
  #started = 0
  #rows = 0
  readonly #left: (() => void)[] = []

  /**
   * Makes a list of rows at any depth. The list can be incomplete until `finish` has ended, so that nobody may copy or
   * read it before.
   */
  map<From, To>(rows: readonly From[], make: (row: From) => To): readonly To[] {
    const made: To[] = []
    this.#mapFrom(0, rows, (row) => void made.push(make(row)))
    return made
  }

  /** Whether `finish` must make rows that are left. */
  get isUnfinished(): boolean {
    return this.#left.length > 0
  }

  /** Makes the rows that are left, with pauses. The caller goes on with them in a turn of its own. */
  async finish(): Promise<void> {
    for (let work = this.#left.pop(); work; work = this.#left.pop()) {
      if (this.#isTired()) {
        await pause()
        this.#started = performance.now()
      }
      work()
    }
    await pause()
  }

  #mapFrom<From>(start: number, rows: readonly From[], make: (row: From) => void): void {
    for (let place = start; place < rows.length; place += 1) {
      this.#rows += 1
      if (this.#rows % ROWS_OF_A_LOOK === 0 && this.#isTired())
        return void this.#left.push(() => this.#mapFrom(place, rows, make))
      make(rows[place] as From)
    }
  }

  #isTired(): boolean {
    const now = performance.now()
    if (this.#started === 0) this.#started = now
    return now - this.#started > MOST_MS
  }
}

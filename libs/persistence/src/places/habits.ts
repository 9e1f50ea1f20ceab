/** The share of the newest work in the usual time. */
const NEWEST = 0.25
const MOST_PERSONS = 10_000

/** So much quick work in a row lets a person have one more piece of work at a time. */
const TRUSTED_BY = 8

/** The usual work of a person. */
export class Habit {
  /** In milliseconds; null before the first work has ended. */
  usualMs: number | null = null
  /** The last pieces of work in a row that were quick. */
  #trust = 0

  /** The pieces of work that the person may have among those of others, who would wait for a long one. */
  get window(): number {
    return 1 + Math.floor(this.#trust / TRUSTED_BY)
  }

  note(milliseconds: number, isQuick: boolean): void {
    const { usualMs } = this
    this.usualMs = usualMs === null ? milliseconds : usualMs + (milliseconds - usualMs) * NEWEST
    this.#trust = isQuick ? this.#trust + 1 : 0
  }
}

/** The habits of the persons who came last. */
export class Habits {
  readonly #habits = new Map<string, Habit>()

  of(person: string): Habit {
    const habit = this.#habits.get(person) ?? new Habit()
    this.#habits.delete(person)
    this.#habits.set(person, habit)
    const [oldest] = this.#habits.keys()
    if (oldest !== undefined && this.#habits.size > MOST_PERSONS) this.#habits.delete(oldest)
    return habit
  }
}

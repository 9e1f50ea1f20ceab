import { Habit, type Habits } from './habits.ts'

const MOST_PERSONS = 10_000
/** One piece of work that was ended makes a person slow, whatever was before. */
const LONG_FACTOR = 5

/** What a queue knows of a person. */
export interface Account {
  /** Null for the service itself. */
  readonly person: string | null
  readonly habit: Habit
  /** Start-time fair queuing: the work of the person, counted from where the queue was when the person came. */
  tag: number
  running: number
}

/** Work that has begun. */
export interface Begun {
  readonly account: Account
  /** The milliseconds that count until the work ends. */
  readonly expectedMs: number
}

/**
 * The work of each person, by which persons take turns: the person with the least work comes next. A newcomer, and a person
 * who comes back, begins where the others are, so that nobody saves turns for later. The service itself always comes first.
 */
export class Ledger {
  readonly #service: Account = { person: null, habit: new Habit(), tag: -Infinity, running: 0 }
  readonly #accounts = new Map<string, Account>()
  readonly #habits: Habits
  readonly #quickMs: number
  /** The highest tag of work that has begun. */
  #floor = 0

  /** A person whose usual work takes less than `quickMs` is quick. */
  constructor(habits: Habits, quickMs: number) {
    this.#habits = habits
    this.#quickMs = quickMs
  }

  /** The account of a person of whom nothing waits. `least` is the lowest tag of those who wait. */
  open(person: string | null, least = Infinity): Account {
    if (person === null) return this.#service
    const account = this.#accounts.get(person) ?? this.#create(person)
    if (account.running === 0) account.tag = Math.max(account.tag, Math.min(this.#floor, least))
    // The last one in the map is the one that came last.
    this.#accounts.delete(person)
    this.#accounts.set(person, account)
    this.#forgetOldest()
    return account
  }

  begin(account: Account): Begun {
    const expectedMs = account.habit.usualMs ?? 0
    this.#floor = Math.max(this.#floor, account.tag)
    account.running += 1
    account.tag += expectedMs
    return { account, expectedMs }
  }

  /** `wasEnded`: PostgreSQL has ended the work, so that it was long whatever the clock says. */
  end({ account, expectedMs }: Begun, milliseconds: number, wasEnded = false): void {
    account.running -= 1
    if (account === this.#service) return
    account.tag += milliseconds - expectedMs
    const noted = wasEnded ? Math.max(milliseconds, this.#quickMs * LONG_FACTOR) : milliseconds
    account.habit.note(noted, noted < this.#quickMs)
  }

  /** Whether the work of a person is usually short. Nobody knows it of somebody new. */
  isQuick({ person, habit: { usualMs } }: Account): boolean {
    return person === null || (usualMs !== null && usualMs < this.#quickMs)
  }

  #create(person: string): Account {
    return { person, habit: this.#habits.of(person), tag: 0, running: 0 }
  }

  #forgetOldest(): void {
    const [oldest] = this.#accounts.keys()
    if (oldest !== undefined && this.#accounts.size > MOST_PERSONS) this.#accounts.delete(oldest)
  }
}

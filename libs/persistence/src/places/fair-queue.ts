import type { Sender } from '@content-service/domain/internal/reading'
import type { Account, Ledger } from './ledger.ts'

/** Work that waits for its turn. */
export interface Waiting {
  /** Null for the service itself. */
  readonly sender: Sender | null
  /** Called instead of its turn if the client has left. */
  leave(): void
}

interface Line<Work> {
  readonly account: Account
  readonly works: Work[]
}

/** Work that waits, in a line for each person. The next turn belongs to the person with the least work so far. */
export class FairQueue<Work extends Waiting> {
  readonly #ledger: Ledger
  readonly #lines = new Map<string | null, Line<Work>>()
  #size = 0

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  get size(): number {
    return this.#size
  }

  /** The waiting work of a person. */
  countOf(person: string): number {
    return this.#lines.get(person)?.works.length ?? 0
  }

  /** The persons of whom something waits. */
  get persons(): number {
    return this.#lines.size
  }

  has(work: Work): boolean {
    return this.#lines.get(work.sender?.person ?? null)?.works.includes(work) === true
  }

  /** Whether `fits` lets in a person of whom something waits. */
  hasNext(fits: (account: Account) => boolean): boolean {
    return this.#findNext(fits) !== null
  }

  push(work: Work): void {
    const person = work.sender?.person ?? null
    const line = this.#lines.get(person) ?? { account: this.#ledger.open(person, this.#least), works: [] }
    this.#lines.set(person, line)
    line.works.push(work)
    this.#size += 1
  }

  /** Takes the next work out of the queue, of those persons whom `fits` lets in; null if there is none. */
  shift(fits: (account: Account) => boolean): readonly [Work, Account] | null {
    for (;;) {
      const line = this.#findNext(fits)
      const work = line?.works[0]
      if (line === null || work === undefined) return null
      this.remove(work)
      if (work.sender?.isGone !== true) return [work, line.account]
      work.leave()
    }
  }

  /** Takes out the work that came last of the person of whom the most waits. */
  popLongest(): Work | null {
    const lines = [...this.#lines.values()]
    const [first = null, ...others] = lines
    const longest = others.reduce(
      (most, line) => (most && most.works.length >= line.works.length ? most : line),
      first,
    )
    const work = longest?.works.at(-1) ?? null
    if (work) this.remove(work)
    return work
  }

  remove(work: Work): void {
    const person = work.sender?.person ?? null
    const line = this.#lines.get(person)
    const place = line?.works.indexOf(work) ?? -1
    if (line === undefined || place < 0) return
    line.works.splice(place, 1)
    this.#size -= 1
    if (line.works.length === 0) this.#lines.delete(person)
  }

  /** The lowest tag of the persons of whom something waits; the service has none. */
  get #least(): number {
    let least = Infinity
    for (const { account } of this.#lines.values())
      if (account.person !== null && account.tag < least) least = account.tag
    return least
  }

  #findNext(fits: (account: Account) => boolean): Line<Work> | null {
    let next: Line<Work> | null = null
    for (const line of this.#lines.values())
      if ((next === null || line.account.tag < next.account.tag) && fits(line.account)) next = line
    return next
  }
}

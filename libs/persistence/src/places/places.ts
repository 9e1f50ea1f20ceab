import { ContentError } from '@content-service/domain'
import { RateLimited } from '@content-service/domain/internal/rules'
import type { Sender } from '@content-service/domain/internal/reading'
import { dividePlaces, type Division, type PlaceKind } from './divide-places.ts'
import { FairQueue, type Waiting } from './fair-queue.ts'
import { Habits } from './habits.ts'
import { Ledger, type Account } from './ledger.ts'

/** A held place. */
export interface Place {
  /** Gives the place back once, after work of so many milliseconds of the database. */
  leave(milliseconds: number): void
}

export interface PlacesOptions {
  readonly connections: number
  /** The longest wait for a connection of a transaction or of the service. Reads have the limits of their requests. */
  readonly waitMs: number
  /** The most requests that wait for a slow place; a person has at most a quarter of them. */
  readonly mostWaiting: number
}

interface WaitingForPlace extends Waiting {
  readonly enter: (account: Account) => void
  readonly refuse: (error: Error) => void
}

/** A person whose usual transaction or slow work takes less time is quick. */
const QUICK_MS = 100
const RETRY_SECONDS = 5
/** As `pg` says it. */
const NO_CONNECTION = 'timeout exceeded when trying to connect'

const ALONE = ['service', 'transactions', 'slow'] as const satisfies PlaceKind[]
const KINDS = ['service', 'reads', 'transactions', 'longReads', 'slow'] as const satisfies PlaceKind[]

const isTimed = (kind: PlaceKind): boolean => kind === 'service' || kind === 'transactions'

const hasLeft = (): ContentError =>
  new ContentError('TIMEOUT', 'The client has left, and the service stopped its request.')

const asksTooMuch = (): RateLimited =>
  new RateLimited(
    `Too many of your searches and slow requests are waiting. Try again in ${RETRY_SECONDS} seconds.`,
    RETRY_SECONDS,
  )

/** The places of one kind, and who waits for them. */
class KindOfPlaces {
  readonly #share: Division[PlaceKind]
  readonly #ledger: Ledger
  readonly queue: FairQueue<WaitingForPlace>
  used = 0

  constructor(given: Division[PlaceKind], habits: Habits) {
    this.#share = given
    this.#ledger = new Ledger(habits, QUICK_MS)
    this.queue = new FairQueue(this.#ledger)
  }

  /** The places that are kept for this kind, and free. */
  get reserved(): number {
    return Math.max(this.#share.least - this.used, 0)
  }

  get isFull(): boolean {
    return this.used >= this.#share.most
  }

  /** Whether this person may take a further place of this kind. */
  readonly fits = (account: Account): boolean => {
    const { most, kept, each } = this.#share
    if (account.person === null) return true
    const isQuick = this.#ledger.isQuick(account)
    // Short work of one person may take all places while nobody else waits.
    const isWithin = account.running < each || (isQuick && this.queue.persons === 1)
    return isWithin && (this.used < most - kept || isQuick)
  }

  begin(account: Account): (milliseconds: number) => void {
    this.used += 1
    const begun = this.#ledger.begin(account)
    return (milliseconds) => {
      this.used -= 1
      this.#ledger.end(begun, milliseconds)
    }
  }
}

/**
 * The connections of a process, before its pool: who asks for one waits here, so that the pool always has one. Each kind of
 * work has places that the others cannot take, and persons take turns.
 */
export class Places {
  /** The habits of persons in all kinds of work but the slow one. */
  readonly habits = new Habits()
  /** The slow place with a long statement; there is at most one, so that the others are soon free. */
  longPlace: object | null = null
  readonly #options: PlacesOptions
  readonly #kinds: Readonly<Record<PlaceKind, KindOfPlaces>>
  /** The kind whose turn it is, so that none of them waits for ever. */
  #turn = 0

  constructor(options: PlacesOptions) {
    this.#options = options
    const division = dividePlaces(options.connections)
    // The many short reads of a person say nothing about the person's searches.
    const slowHabits = new Habits()
    const kinds = KINDS.map(
      (kind) => [kind, new KindOfPlaces(division[kind], kind === 'slow' ? slowHabits : this.habits)] as const,
    )
    // The entries have all kinds.
    this.#kinds = Object.fromEntries(kinds) as unknown as Record<PlaceKind, KindOfPlaces>
  }

  /** Whether somebody else waits for a slow place. */
  othersWait(person: string): boolean {
    const { queue } = this.#kinds.slow
    return queue.persons > (queue.countOf(person) > 0 ? 1 : 0)
  }

  get connections(): number {
    return this.#options.connections
  }

  /** The places that are held. */
  get used(): number {
    return KINDS.reduce((sum, kind) => sum + this.#kinds[kind].used, 0)
  }

  /** The work that waits for a connection of its own. */
  get waiting(): number {
    return ALONE.reduce((sum, kind) => sum + this.#kinds[kind].queue.size, 0)
  }

  /** @throws RateLimited or TIMEOUT, or an error as the pool has it. */
  async take(kind: PlaceKind, sender: Sender | null): Promise<Place> {
    const { promise, resolve, reject } = Promise.withResolvers<Place>()
    if (kind === 'slow') this.#makeRoom(sender)
    const { queue } = this.#kinds[kind]
    let timer: NodeJS.Timeout | undefined
    const refuse = (error: Error): void => {
      clearTimeout(timer)
      reject(error)
    }
    const enter = (account: Account): void => {
      clearTimeout(timer)
      resolve(this.#enter(kind, account))
    }
    const work = { sender, enter, refuse, leave: () => refuse(hasLeft()) }
    queue.push(work)
    this.#letIn()
    if (isTimed(kind) && queue.has(work))
      timer = setTimeout(() => this.#giveUp(queue, work), this.#options.waitMs)
    return promise
  }

  #giveUp(queue: FairQueue<WaitingForPlace>, work: WaitingForPlace): void {
    queue.remove(work)
    work.refuse(new Error(NO_CONNECTION))
  }

  #enter(kind: PlaceKind, account: Account): Place {
    const end = this.#kinds[kind].begin(account)
    let hasEnded = false
    return {
      leave: (milliseconds) => {
        if (hasEnded) return
        hasEnded = true
        end(milliseconds)
        this.#letIn()
      },
    }
  }

  /** C15.16: a person has at most a quarter of the waiting places. A full queue refuses the person with the most waiting work. */
  #makeRoom(sender: Sender | null): void {
    const { queue } = this.#kinds.slow
    const { mostWaiting } = this.#options
    if (sender && queue.countOf(sender.person) >= Math.ceil(mostWaiting / 4)) throw asksTooMuch()
    if (queue.size >= mostWaiting) queue.popLongest()?.refuse(asksTooMuch())
  }

  #letIn(): void {
    for (let tried = 0; tried < KINDS.length;) {
      const kind = KINDS[this.#turn % KINDS.length] as PlaceKind
      this.#turn += 1
      tried = this.#letInOne(kind) ? 0 : tried + 1
    }
  }

  #letInOne(kind: PlaceKind): boolean {
    const places = this.#kinds[kind]
    if (places.queue.size === 0 || places.isFull || !this.#hasFree(kind)) return false
    const next = places.queue.shift(places.fits)
    if (next === null) return false
    const [work, account] = next
    work.enter(account)
    return true
  }

  /** Whether there is a place that is not kept for another kind. */
  #hasFree(kind: PlaceKind): boolean {
    const others = KINDS.filter((other) => other !== kind)
    const reserved = others.reduce((sum, other) => sum + this.#kinds[other].reserved, 0)
    return this.used + reserved < this.#options.connections
  }
}

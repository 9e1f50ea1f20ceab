import type { DomainEvent } from '../events/domain-event.ts'
import type { EventId } from '../ids.ts'
import { matchesTopic, type Topic } from './topic.ts'

/** A reader that is so many events behind is cut off. */
const DEFAULT_MOST_WAITING = 100

/** Why a stream ends although its reader has not left: it may come back, and say where it was. */
export class SubscriberDropped extends Error {
  override readonly name = 'SubscriberDropped'
}

/** What one reader of a topic has still to hear, in order, and no more of it than there is room for. */
export class Subscriber implements AsyncIterable<DomainEvent> {
  readonly #topic: Topic
  readonly #left: (subscriber: Subscriber) => void
  #place = ''
  #waiting: DomainEvent[] = []
  #missed: ReadonlySet<EventId> = new Set()
  #room: number
  #end: SubscriberDropped | 'left' | null = null
  #stir = (): void => undefined

  constructor(topic: Topic, left: (subscriber: Subscriber) => void, mostWaiting = DEFAULT_MOST_WAITING) {
    this.#room = mostWaiting
    this.#topic = topic
    this.#left = left
  }

  /** A text that tells where it began, for whoever is cut off before the first event. */
  get place(): string {
    return this.#place
  }

  /**
   * Puts what was missed before what has been heard meanwhile. None of it comes twice: the look at the outbox that finds
   * it for all may have begun earlier, and come later.
   */
  begin(place: string, missed: readonly DomainEvent[]): void {
    this.#missed = new Set(missed.map(({ id }) => id))
    this.#place = place
    this.#waiting = [...missed, ...this.#waiting.filter(({ id }) => !this.#missed.has(id))]
    this.#room += missed.length
  }

  push(event: DomainEvent): void {
    if (this.#end !== null || this.#missed.has(event.id) || !matchesTopic(this.#topic, event)) return
    if (this.#waiting.length >= this.#room)
      return this.drop('The client reads too slowly. Read the records again, and subscribe again.')
    this.#waiting.push(event)
    this.#stir()
  }

  drop(reason: string): void {
    this.#finish(new SubscriberDropped(reason))
  }

  /** What waits is not heard any more. */
  unsubscribe(): void {
    this.#finish('left')
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<DomainEvent, void, undefined> {
    try {
      for (;;) {
        if (this.#end instanceof SubscriberDropped) throw this.#end
        if (this.#end === 'left') return
        const next = this.#waiting.shift()
        if (next === undefined) await new Promise<void>((resolve) => (this.#stir = resolve))
        else yield next
      }
    } finally {
      this.unsubscribe()
    }
  }

  #finish(end: SubscriberDropped | 'left'): void {
    if (this.#end !== null) return
    this.#end = end
    this.#left(this)
    this.#stir()
  }
}

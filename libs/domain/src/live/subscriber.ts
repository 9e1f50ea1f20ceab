import type { DomainEvent } from '../events/domain-event.ts'
import type { EventId } from '../rules/ids.ts'
import { matchesTopic, type Topic } from './topic.ts'

/** The service drops a subscriber with more waiting events. */
const DEFAULT_MOST_WAITING = 100

/**
 * The reason why a stream ends although its reader has not unsubscribed: the reader may return with its last event id.
 */
export class SubscriberDropped extends Error {
  override readonly name = 'SubscriberDropped'
}

/** The waiting events of one reader of a topic, in order, limited in number. */
export class Subscriber implements AsyncIterable<DomainEvent> {
  readonly #topic: Topic
  readonly #left: (subscriber: Subscriber) => void
  #place = ''
  #waiting: DomainEvent[] = []
  #missed: ReadonlySet<EventId> = new Set()
  #room: number
  #end: SubscriberDropped | 'left' | 'over' | null = null
  #stir = (): void => undefined

  constructor(topic: Topic, left: (subscriber: Subscriber) => void, mostWaiting = DEFAULT_MOST_WAITING) {
    this.#room = mostWaiting
    this.#topic = topic
    this.#left = left
  }

  /** The place where the stream began, for a reader that is dropped before the first event. */
  get place(): string {
    return this.#place
  }

  /**
   * Puts the missed events before the events that came in the meantime. No event comes twice, although the poll that
   * serves all subscribers may also find a missed event, and may find it later.
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

  /** Whether the stream has ended because no further events can follow. */
  get isOver(): boolean {
    return this.#end === 'over'
  }

  /** Ends the stream for good: its reader must not return. */
  end(): void {
    this.#finish('over')
  }

  /** Discards the waiting events. */
  unsubscribe(): void {
    this.#finish('left')
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<DomainEvent, void, undefined> {
    try {
      for (;;) {
        if (this.#end instanceof SubscriberDropped) throw this.#end
        if (this.#end !== null) return
        const next = this.#waiting.shift()
        if (next === undefined) await new Promise<void>((resolve) => (this.#stir = resolve))
        else yield next
      }
    } finally {
      this.unsubscribe()
    }
  }

  #finish(end: SubscriberDropped | 'left' | 'over'): void {
    if (this.#end !== null) return
    this.#end = end
    this.#left(this)
    this.#stir()
  }
}

import type { DomainEvent } from '../events/domain-event.ts'
import type { Branded, EventId } from '../rules/ids.ts'
import type { Topic } from './topic.ts'

/** A position in the outbox: it separates the writes that are in the outbox from the writes that are still to come. */
export type Mark = Branded<string, 'Mark'>

/** The place from which a subscriber continues. */
export type ResumePoint = { readonly event: EventId } | { readonly mark: Mark }

/** Events of the outbox; the events of one record are in their order. */
export interface EventBatch {
  readonly events: readonly DomainEvent[]
  /** The position of the outbox at the time of this read. */
  readonly mark: Mark
}

export interface FeedListener {
  close(): Promise<void>
}

/** Port: the outbox, with the events of all processes (C10.7). */
export interface EventFeed {
  /** Calls `wake` after each write to the outbox, and after an interruption in which it may have missed a write. */
  listen(wake: () => void): Promise<FeedListener>
  readMark(): Promise<Mark>
  /** The events committed after `mark`, each once, at most `atMost`. */
  listSince(mark: Mark, atMost: number): Promise<EventBatch>
  /**
   * The events of a topic that a subscriber has missed since that place, without gaps. An event that was committed
   * while the event at that place was being written may come twice. Null if the event at that place is not stored any
   * more.
   */
  listMissed(topic: Topic, place: ResumePoint, atMost: number): Promise<EventBatch | null>
}

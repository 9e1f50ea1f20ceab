import type { DomainEvent } from '../events/domain-event.ts'
import type { Branded, EventId } from '../ids.ts'
import type { Topic } from './topic.ts'

/** Where the outbox stands at one moment: which writes are in it, and which are still to come. */
export type Mark = Branded<string, 'Mark'>

/** The place from which a listener continues. */
export type ResumePoint = { readonly event: EventId } | { readonly mark: Mark }

/** Events of the outbox, those of one record in their order. */
export interface EventBatch {
  readonly events: readonly DomainEvent[]
  /** Where the outbox stood when this was read. */
  readonly mark: Mark
}

export interface FeedListener {
  close(): Promise<void>
}

/** Port: the outbox as it is written, by whichever process (C10.7). */
export interface EventFeed {
  /** Calls `wake` whenever something has been written, and when it may have missed that. */
  listen(wake: () => void): Promise<FeedListener>
  readMark(): Promise<Mark>
  /** The events committed since, each once, at most `atMost`. */
  listSince(mark: Mark, atMost: number): Promise<EventBatch>
  /**
   * What of a topic somebody has missed who was at that place; an event that was committed while the one at that place
   * was being written may come twice, and none is left out. Null for an event that is not kept.
   */
  listMissed(topic: Topic, place: ResumePoint, atMost: number): Promise<EventBatch | null>
}

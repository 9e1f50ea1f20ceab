import type { Signer } from '../reading/cursor.ts'
import { ContentError } from '../rules/errors.ts'
import { parseEventId } from '../rules/ids.ts'
import { startPollLoop } from '../work/poll-loop.ts'
import { askForService } from '../reading/sender.ts'
import type { EventFeed, EventBatch, FeedListener, Mark, ResumePoint } from './event-feed.ts'
import { Subscriber } from './subscriber.ts'
import type { Topic } from './topic.ts'

/** The most events that a returning reader receives; a reader that has missed more must read the records again. */
const MOST_MISSED = 1_000
/**
 * If more events have come while the database was away, all streams end, and their readers return with their last event
 * ids.
 */
const MOST_AT_ONCE = 1_000
/** The interval of the poll, which finds events whose wake-up a broken connection has lost. */
const LOOK_AGAIN_MS = 5_000
const STOPPING = 'The service is stopping.'

const unknownPlace = (): ContentError =>
  new ContentError(
    'BAD_REQUEST',
    'The service does not know this Last-Event-ID. It keeps events for 30 days. Read the records again, and subscribe without Last-Event-ID.',
  )

const tooMuchMissed = (): ContentError =>
  new ContentError(
    'BAD_REQUEST',
    `There are more than ${MOST_MISSED} events after this Last-Event-ID. Read the records again, and subscribe without Last-Event-ID.`,
  )

export interface LiveParts {
  readonly feed: EventFeed
  /** Signs the places from which readers continue; every process has the same signer. */
  readonly signer: Signer
  /** Receives the error of a failed poll; the next poll finds the missed events. */
  readonly report: (error: unknown) => void
  /** The most events that wait for one reader. A reader with more waiting events is dropped. */
  readonly mostWaiting?: number | undefined
}

/**
 * The subscribers of one process: one poll loop over the outbox serves all of them, and runs only while there are
 * subscribers.
 */
export class LiveEvents {
  readonly #parts: LiveParts
  readonly #followings = new Set<Subscriber>()
  #listening: Promise<FeedListener> | null = null
  #closing: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(parts: LiveParts) {
    this.#parts = parts
  }

  /**
   * The events from now on, after the events missed since `lastEventId`.
   * @throws BAD_REQUEST for a place that is unknown or too far back, UNAVAILABLE while the database is away.
   */
  async subscribe(topic: Topic, lastEventId: string | null): Promise<Subscriber> {
    if (this.#isStopped) throw new ContentError('UNAVAILABLE', STOPPING)
    const place = lastEventId === null ? null : this.#placeOf(lastEventId)
    const subscriber = new Subscriber(topic, (left) => this.#forget(left), this.#parts.mostWaiting)
    this.#followings.add(subscriber)
    try {
      // The subscriber listens before the read of the outbox, so that no event is lost between the two.
      await this.#listen()
      const { events, mark } = await this.#missed(topic, place)
      subscriber.begin(this.#parts.signer.sign(mark), events)
      return subscriber
    } catch (error) {
      subscriber.unsubscribe()
      throw error
    }
  }

  /** Ends all streams, so that their readers continue in another process (C10.4). */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cutOffAll(STOPPING)
    await this.#closing
  }

  #placeOf(lastEventId: string): ResumePoint {
    const opened = this.#parts.signer.verify(lastEventId)
    // The signed text is the mark that `subscribe` signed.
    if (opened !== null) return { mark: opened as Mark }
    const event = parseEventId(lastEventId)
    if (event === null) throw unknownPlace()
    return { event }
  }

  async #missed(topic: Topic, place: ResumePoint | null): Promise<EventBatch> {
    const { feed } = this.#parts
    if (place === null) return { events: [], mark: await feed.readMark() }
    const missed = await feed.listMissed(topic, place, MOST_MISSED + 1)
    if (missed === null) throw unknownPlace()
    if (missed.events.length > MOST_MISSED) throw tooMuchMissed()
    return missed
  }

  #listen(): Promise<FeedListener> {
    // The listener outlives the request of the first subscriber.
    const begun = (this.#listening ??= askForService(() => this.#begin()))
    begun.catch(() => {
      if (this.#listening === begun) this.#listening = null
    })
    return begun
  }

  async #begin(): Promise<FeedListener> {
    const { feed, report } = this.#parts
    let wake = (): void => undefined
    let mark = await feed.readMark()
    const listening = await feed.listen(() => wake())
    const look = async (): Promise<boolean> => {
      const heard = await feed.listSince(mark, MOST_AT_ONCE + 1)
      mark = heard.mark
      this.#tell(heard)
      return false
    }
    const looking = startPollLoop(look, { idleMs: LOOK_AGAIN_MS, report })
    wake = looking.wake
    return {
      close: async () => {
        await Promise.all([looking.stop(), listening.close()])
      },
    }
  }

  #tell({ events }: EventBatch): void {
    if (events.length > MOST_AT_ONCE)
      return this.#cutOffAll('Too many events happened at once. Read the records again, and subscribe again.')
    for (const event of events) for (const subscriber of this.#followings) subscriber.push(event)
  }

  #cutOffAll(reason: string): void {
    for (const subscriber of this.#followings) subscriber.drop(reason)
  }

  #forget(subscriber: Subscriber): void {
    this.#followings.delete(subscriber)
    if (this.#followings.size > 0) return
    const listening = this.#listening
    this.#listening = null
    // The subscriber has received the error of a listener that could not start.
    const closed = listening?.then((running) => running.close()).catch(this.#parts.report)
    this.#closing = Promise.all([this.#closing, closed]).then(() => undefined)
  }
}

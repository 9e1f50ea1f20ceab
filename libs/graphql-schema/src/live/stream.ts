import { ContentError, type ErrorCode } from '@content-service/domain'
import { SubscriberDropped, type Subscriber } from '@content-service/domain/internal/live'
import type { DomainEvent } from '@content-service/domain/internal/events'
import type { EventId } from '@content-service/domain/internal/rules'
import type { ExecutionResult, GraphQLError } from 'graphql'

/**
 * Frames of server-sent events (HTML, §9.2) in the distinct connections mode of graphql-sse. Each has an id with which
 * a reader can connect again.
 */

/**
 * The range of milliseconds before a browser connects again, so that the readers of a stopped process do not all
 * connect at once.
 */
const [SOONEST_RETRY, LATEST_RETRY] = [500, 3_000]

const drawRetryMs = (): number => SOONEST_RETRY + Math.floor(Math.random() * (LATEST_RETRY - SOONEST_RETRY))

/** The place from which a reader continues if it is dropped before the first event. */
const createOpeningFrame = (place: string): string => `retry: ${drawRetryMs()}\nid: ${place}\n\n`

/** JSON contains no line breaks, so that it fits into one line of data. */
const createEventFrame = (id: EventId | null, result: ExecutionResult): string =>
  `event: next\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(result)}\n\n`

/** Tells the reader not to connect again. */
const COMPLETE = 'event: complete\ndata:\n\n'

/** The result of a record that has ended for its reader. */
export const ENDED: ExecutionResult = { data: null }

/** A comment that keeps proxies from closing a quiet stream. */
const HEARTBEAT = ':\n\n'

/** Presents events to one reader. */
export interface EventPresenter {
  /**
   * The result for the reader; null for a hidden event. @throws for a credential that is no longer valid, and RateLimited
   * for an event that the quota does not cover.
   */
  show(event: DomainEvent): Promise<ExecutionResult | null>
  /** @throws for a credential that is no longer valid, and if the service cannot check the credential. */
  checkCredential(): Promise<void>
  /** A refusal in the form for the reader. */
  formatRefusal(error: ContentError): GraphQLError
  /** The milliseconds without an event before a heartbeat. */
  readonly heartbeatMs: number
}

/** After these errors the reader must not connect again at once. Other errors, such as an unavailable database, pass. */
const FINAL: ReadonlySet<ErrorCode> = new Set([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'INVALID_TOKEN',
  'RATE_LIMITED',
])

const isFinal = (error: unknown): error is ContentError =>
  error instanceof ContentError && FINAL.has(error.code)

/** The value of the promise, or null if the promise takes longer. */
const waitAtMost = async <Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | null> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** @throws SubscriberDropped if the reader should receive the event again, because the service failed. */
const showEvent = async (event: DomainEvent, { show }: EventPresenter): Promise<ExecutionResult | null> => {
  try {
    return await show(event)
  } catch (error) {
    if (isFinal(error)) throw error
    throw new SubscriberDropped('The service could not show an event.', { cause: error })
  }
}

const verifyCredential = async ({ checkCredential }: EventPresenter): Promise<void> => {
  try {
    await checkCredential()
  } catch (error) {
    // Shows nothing until the next check succeeds.
    if (isFinal(error)) throw error
  }
}

async function* streamAllowedFrames(
  subscriber: Subscriber,
  presenter: EventPresenter,
): AsyncGenerator<string, void, undefined> {
  const events = subscriber[Symbol.asyncIterator]()
  let coming = events.next()
  for (;;) {
    const come = await waitAtMost(coming, presenter.heartbeatMs)
    if (come === null) {
      await verifyCredential(presenter)
      yield HEARTBEAT
      continue
    }
    if (come.done) {
      if (subscriber.isOver) yield createEventFrame(null, ENDED) + COMPLETE
      return
    }
    const result = await showEvent(come.value, presenter)
    if (result !== null) yield createEventFrame(come.value.id, result)
    // The next event would fail, too.
    if (result?.data === null) return yield COMPLETE
    coming = events.next()
  }
}

/**
 * A subscription as text, as long as its credential is valid.
 * @throws SubscriberDropped if the reader should connect again.
 */
export async function* streamFrames(
  subscriber: Subscriber,
  presenter: EventPresenter,
): AsyncGenerator<string, void, undefined> {
  yield createOpeningFrame(subscriber.place)
  try {
    yield* streamAllowedFrames(subscriber, presenter)
  } catch (error) {
    if (!isFinal(error)) throw error
    yield createEventFrame(null, { errors: [presenter.formatRefusal(error)] }) + COMPLETE
  } finally {
    subscriber.unsubscribe()
  }
}

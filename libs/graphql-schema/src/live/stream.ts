import {
  ContentError,
  SubscriberDropped,
  type DomainEvent,
  type ErrorCode,
  type Subscriber,
  type EventId,
} from '@content-service/domain'
import type { ExecutionResult, GraphQLError } from 'graphql'

/**
 * Frames of server-sent events (HTML, §9.2) as the distinct connections mode of graphql-sse has them, with an id that a
 * reader comes back with.
 */

/** Milliseconds after which a browser comes back, spread so that those of a stopped process do not come at once. */
const [SOONEST_RETRY, LATEST_RETRY] = [500, 3_000]

const drawRetryMs = (): number => SOONEST_RETRY + Math.floor(Math.random() * (LATEST_RETRY - SOONEST_RETRY))

/** The place from which a reader continues if it is dropped before the first event. */
const createOpeningFrame = (place: string): string => `retry: ${drawRetryMs()}\nid: ${place}\n\n`

/** JSON has no line breaks of its own, so that one line of data holds it. */
const createEventFrame = (id: EventId | null, result: ExecutionResult): string =>
  `event: next\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(result)}\n\n`

/** The reader is not to come back. */
const COMPLETE = 'event: complete\ndata:\n\n'

/** Keeps proxies from closing a quiet stream. */
const HEARTBEAT = ':\n\n'

/** Presents events to one reader. */
export interface EventPresenter {
  /** The result for the reader; null for a hidden event. @throws for a credential that is no longer valid. */
  show(event: DomainEvent): Promise<ExecutionResult | null>
  /** @throws for a credential that is good no longer, and while that cannot be told. */
  checkCredential(): Promise<void>
  /** A refusal as the reader may see it. */
  formatRefusal(error: ContentError): GraphQLError
  /** Milliseconds of quiet before a heartbeat. */
  readonly heartbeatMs: number
}

/** After these nobody is to come back. Anything else, such as a database that is away, passes. */
const FINAL: ReadonlySet<ErrorCode> = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'INVALID_TOKEN'])

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
    // Nothing is shown before it has been checked again.
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
    if (come.done) return
    const result = await showEvent(come.value, presenter)
    if (result !== null) yield createEventFrame(come.value.id, result)
    // It would go wrong with the next event as well.
    if (result?.data === null) return yield COMPLETE
    coming = events.next()
  }
}

/**
 * A subscription as text, for as long as its credential is good.
 * @throws SubscriberDropped where the reader should come back.
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

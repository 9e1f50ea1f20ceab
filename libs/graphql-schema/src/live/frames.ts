import type { EventId } from '@content-service/domain'
import type { ExecutionResult } from 'graphql'

/**
 * Frames of server-sent events (HTML, §9.2) as the distinct connections mode of graphql-sse has them, with an id that a
 * reader comes back with.
 */

/** Milliseconds after which a browser comes back, spread so that those of a stopped process do not come at once. */
const [SOONEST_RETRY, LATEST_RETRY] = [500, 3_000]

const drawRetryMs = (): number => SOONEST_RETRY + Math.floor(Math.random() * (LATEST_RETRY - SOONEST_RETRY))

/** The place from which a reader continues if it is dropped before the first event. */
export const createOpeningFrame = (place: string): string => `retry: ${drawRetryMs()}\nid: ${place}\n\n`

/** JSON has no line breaks of its own, so that one line of data holds it. */
export const createEventFrame = (id: EventId | null, result: ExecutionResult): string =>
  `event: next\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(result)}\n\n`

/** The reader is not to come back. */
export const COMPLETE = 'event: complete\ndata:\n\n'

/** Keeps proxies from closing a quiet stream. */
export const HEARTBEAT = ':\n\n'

import { RETRY_DELAYS_MS } from '../webhooks/webhook-delivery.ts'
import type { RunOutcome } from './handler-store.ts'

/** Later attempts follow only if no worker has lived to the end of one. */
export const MOST_ATTEMPTS = RETRY_DELAYS_MS.length + 1

/** C16.4: an event that was caused by more handlers, one after the other, reaches no handler. */
export const MOST_DEPTH = 8

/** The reason of the dead letter of such an event. */
export const TOO_DEEP = `This event is the last of a chain of events that handlers caused, one by the other. A chain has at most ${MOST_DEPTH} of them. Let the handler change nothing if nothing is left to change.`

/** The state of a run after attempt number `attempts`, which ended with this error, or with null. */
export const decideRunOutcome = (error: string | null, attempts: number, now: Date): RunOutcome => {
  if (error === null) return { status: 'DONE' }
  const delay = RETRY_DELAYS_MS[attempts - 1]
  return delay === undefined
    ? { status: 'DEAD', error }
    : { status: 'PENDING', nextAttemptAt: new Date(now.getTime() + delay), error }
}

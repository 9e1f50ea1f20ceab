import { type ClientError, isClientError } from '../errors/client-error.ts'
import { readRetryAfter } from '../errors/read-error.ts'

const FIRST_WAIT_MS = 250

/** A wait that doubles with each attempt, with jitter, so that many clients do not return at the same moment. */
export const backOff = (attempt: number): number => FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2)

/** Statuses of a service or a proxy that may have done the work before it failed. */
const UNCLEAR = [502, 503, 504]

/** Seconds that the response asks for, or 0; undefined when another attempt could do work twice or would change nothing. */
const secondsAsked = (response: Response, repeatable: boolean): number | undefined => {
  const asked = readRetryAfter(response)
  const { status } = response
  // 429, and a 409 with Retry-After, say that the service did nothing.
  const mayRepeat =
    status === 429 || (status === 409 && asked !== undefined) || (repeatable && UNCLEAR.includes(status))
  return mayRepeat ? (asked ?? 0) : undefined
}

/** The milliseconds before the next attempt; undefined when there is none. */
export const waitAfter = (
  outcome: { readonly response: Response } | ClientError,
  attempt: number,
  { repeatable, longestWait }: { readonly repeatable: boolean; readonly longestWait: number },
): number | undefined => {
  if (isClientError(outcome)) {
    return repeatable && outcome.code === 'NETWORK_ERROR' ? backOff(attempt) : undefined
  }
  const seconds = secondsAsked(outcome.response, repeatable)
  if (seconds === undefined || seconds > longestWait) return undefined
  return Math.max(seconds * 1000, backOff(attempt))
}

/** Waits, and stops with the reason of the signal when it is aborted. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })

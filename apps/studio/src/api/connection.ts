import { useSyncExternalStore } from 'react'
import { isClientError } from '@content-service/client'

/** Statuses of a service that cannot answer now, or of a proxy before it. */
const STATUSES: readonly number[] = [502, 503, 504]

/** No answer came to a request that is not one of the client. `cause` is why. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** Whether the service did not answer: it restarts, its database is busy, or the connection is lost. */
export const isOutage = (error: unknown): boolean => {
  if (error instanceof NoAnswer) return true
  if (!isClientError(error)) return false
  if (error.code === 'MALFORMED_RESPONSE') return STATUSES.includes(error.status)
  return error.code === 'NETWORK_ERROR' || error.code === 'UNAVAILABLE'
}

/** @throws NoAnswer for the response of a service that cannot answer now. */
export const requireAnswer = (response: Response): Response => {
  if (STATUSES.includes(response.status)) throw new NoAnswer(`The service answered ${response.status}.`)
  return response
}

/** A short pause of the service, which the client bridges, is no news for people. */
const TELL_AFTER_MS = 1_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let isSilent = false

const setSilent = (value: boolean): void => {
  isSilent = value
  for (const listener of listeners) listener()
}

const noteAnswer = (): void => {
  clearTimeout(timer)
  timer = undefined
  if (isSilent) setSilent(false)
}

const noteSilence = (): void => {
  timer ??= setTimeout(() => setSilent(true), TELL_AFTER_MS)
}

const fetchAndNote: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, init)
    if (STATUSES.includes(response.status)) noteSilence()
    else noteAnswer()
    return response
  } catch (error) {
    if (init?.signal?.aborted !== true) noteSilence()
    throw error
  }
}

/**
 * How the clients of the studio send requests. They alone repeat what can be repeated: for about as long as two of the waits of
 * 5 s that the service asks for.
 */
export const CONNECTION = { url: location.origin, retries: 6, retryFor: 11, fetch: fetchAndNote } as const

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the service has answered nothing for a second, since it left a request without an answer. */
export const useSilence = (): boolean => useSyncExternalStore(subscribe, () => isSilent)

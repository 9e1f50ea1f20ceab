import { type ClientError, isClientError, noResponse } from '../errors/client-error.ts'
import type { ServiceFetch } from './fetch.ts'
import { sleep, waitAfter } from './retry.ts'

export interface RetryOptions {
  /** The number of attempts after the first (3). 0 turns them off. */
  readonly retries?: number | undefined
  /** The longest wait in seconds that the client accepts from the service (30). After a longer one you get the error. */
  readonly longestWait?: number | undefined
  /** The seconds after the first attempt in which the others begin. By default their number alone ends them. */
  readonly retryFor?: number | undefined
}

export interface OutgoingRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal | undefined
  /** Whether a second arrival of the request does nothing more. */
  readonly repeatable: boolean
}

export interface TextResponse {
  readonly response: Response
  readonly text: string
}

export type Send = (request: OutgoingRequest) => Promise<TextResponse>

const attempt = async (
  fetch: ServiceFetch,
  request: OutgoingRequest,
): Promise<TextResponse | ClientError> => {
  const { method, path, headers, body = null, signal = null } = request
  try {
    const response = await fetch(path, { method, headers, body, signal })
    const text = await response.text().catch((cause: unknown) => {
      throw noResponse(cause, path, signal)
    })
    return { response, text }
  } catch (error) {
    if (isClientError(error)) return error
    throw error
  }
}

/** Sends a request, and repeats it while that is safe and can help. */
export const createSend =
  (fetch: ServiceFetch, { retries = 3, longestWait = 30, retryFor = Infinity }: RetryOptions): Send =>
  async (request) => {
    const end = Date.now() + retryFor * 1_000
    for (let attempts = 0; ; attempts++) {
      const outcome = await attempt(fetch, request)
      const wait = attempts < retries ? waitAfter(outcome, attempts, { ...request, longestWait }) : undefined
      if (wait === undefined || Date.now() + wait > end) {
        if (isClientError(outcome)) throw outcome
        return outcome
      }
      await sleep(wait, request.signal).catch((cause: unknown) => {
        throw noResponse(cause, request.path, request.signal)
      })
    }
  }

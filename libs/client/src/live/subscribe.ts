import type { Client } from '../client.ts'
import { type ClientError, isClientError, noResponse } from '../errors/client-error.ts'
import { readError } from '../errors/read-error.ts'
import type { TypedDocument } from '../graphql/graphql-types.ts'
import { writeDocument } from '../graphql/write-document.ts'
import { readJson, unexpected } from '../transport/read-json.ts'
import { backOff, sleep } from '../transport/retry.ts'
import { createFilter } from './new-events.ts'
import { readEvents, type ServerEvent } from './read-events.ts'

export interface SubscribeOptions<Variables> {
  readonly variables?: Variables
  /** Ends the subscription; the iterable then throws a ClientError with the code ABORTED. */
  readonly signal?: AbortSignal | undefined
  /** The `id` of the last event that you have: the stream continues after it. */
  readonly lastEventId?: string | undefined
  /** Learns that the connection broke, before the client connects again. */
  readonly onBreak?: (error: ClientError) => void
}

export interface LiveEvent<Data> {
  /** Names the event, for `lastEventId` of a later subscription. */
  readonly id: string | undefined
  readonly data: Data
}

const PATH = '/graphql/stream'
/** The service sends a comment after 15 s without an event. */
const LONGEST_SILENCE_MS = 45_000
/** 250 ms × 2⁶: at most 16 s between two attempts. */
const MOST_DOUBLINGS = 6

/** Whether a new connection can continue. `breaks` is 0 when the error arrived in a stream. */
const isBreak = (error: unknown, breaks: number): error is ClientError =>
  isClientError(error) &&
  (['NETWORK_ERROR', 'UNAVAILABLE', 'RATE_LIMITED'].includes(error.code) ||
    (error.code === 'MALFORMED_RESPONSE' && error.status > 500) ||
    // The token has expired. The new connection asks for a new token.
    (error.code === 'INVALID_TOKEN' && breaks === 0))

/** At least as long as the service asks for. */
const waitBefore = (breaks: number, error: ClientError, signal: AbortSignal | undefined): Promise<void> => {
  const asked = 'retryAfter' in error ? (error.retryAfter ?? 0) : 0
  const wait = Math.max(asked * 1000, backOff(Math.min(breaks, MOST_DOUBLINGS)))
  return sleep(wait, signal).catch((cause: unknown) => {
    throw noResponse(cause, PATH, signal)
  })
}

interface Subscription {
  readonly body: string
  readonly signal: AbortSignal | undefined
  lastEventId: string | undefined
  /** The number of breaks since something arrived; undefined before the first connection. */
  breaks: number | undefined
}

const connect = async ({ fetch }: Pick<Client<unknown>, 'fetch'>, subscription: Subscription) => {
  const { body, signal, lastEventId } = subscription
  const headers = {
    accept: 'text/event-stream',
    'content-type': 'application/json',
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  }
  const response = await fetch(PATH, { method: 'POST', headers, body, signal: signal ?? null })
  const stream = response.headers.get('content-type')?.startsWith('text/event-stream') && response.body
  if (response.ok && stream) return { response, stream }
  readJson({ response, text: await response.text() })
  throw unexpected(response)
}

const readData = (response: Response, { data }: ServerEvent): unknown => {
  const json = readJson({ response, text: data }) as { readonly data?: unknown } | undefined
  const error = readError(response, json)
  if (error) throw error
  return json?.data
}

/** The events of one connection. Ends when the subscription is complete, and throws when the connection breaks. */
async function* readConnection(
  { response, stream }: Awaited<ReturnType<typeof connect>>,
  subscription: Subscription,
): AsyncGenerator<LiveEvent<unknown>> {
  const { signal } = subscription
  for await (const event of readEvents(stream, { path: PATH, signal, longestSilence: LONGEST_SILENCE_MS })) {
    subscription.breaks = 0
    if (event.type === 'complete') return
    subscription.lastEventId = event.id ?? subscription.lastEventId
    if (event.type === 'next') yield { id: event.id, data: readData(response, event) }
  }
}

/**
 * The events of a GraphQL subscription. When the connection breaks, it connects again and continues after the last event.
 * Throws a ClientError when the first connection fails, and when the service ends the subscription.
 */
export async function* subscribe<Data, Variables = Readonly<Record<string, unknown>>>(
  client: Pick<Client<unknown>, 'fetch'>,
  document: TypedDocument<Data, Variables>,
  { variables, signal, lastEventId, onBreak }: SubscribeOptions<Variables> = {},
): AsyncGenerator<LiveEvent<Data>> {
  const body = JSON.stringify({ query: writeDocument(document), variables })
  const subscription: Subscription = { body, signal, lastEventId, breaks: undefined }
  const isNew = createFilter()
  for (;;) {
    try {
      const connection = await connect(client, subscription)
      subscription.breaks ??= 0
      for await (const event of readConnection(connection, subscription)) {
        // The document decides the type of the data.
        if (isNew(event.id)) yield event as LiveEvent<Data>
      }
      return
    } catch (error) {
      if (subscription.breaks === undefined || !isBreak(error, subscription.breaks)) throw error
      onBreak?.(error)
      await waitBefore(subscription.breaks++, error, signal)
    }
  }
}

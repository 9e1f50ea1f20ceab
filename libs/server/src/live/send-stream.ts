import type { ServerResponse } from 'node:http'
import { SubscriberDropped } from '@content-service/domain/internal/live'
import type { OpenStream } from '@content-service/graphql-schema'
import { PIECE_BYTES, writePieces } from '../sending/send-pieces.ts'
import type { WaitingResponses } from '../sending/waiting-responses.ts'

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Without this header, nginx would buffer the events.
  'x-accel-buffering': 'no',
  // A stopping process does not wait for idle connections.
  connection: 'close',
} as const

/** A response whose head is not yet written. */
export interface StreamResponse {
  readonly response: ServerResponse
  readonly writeHead: (
    head: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
    length: null,
  ) => void
}

interface Sending {
  /** The longest time in which the reader takes less than a piece of its events. */
  readonly stalledMs: number
  /** Counts an event that waits for the reader, and returns a function for the bytes that do not wait any more. */
  readonly enter: WaitingResponses['enter']
  /** The keys of the reader, as `enter` takes them. */
  readonly budgetKeys: readonly string[]
}

const NOTHING = (): void => undefined

/** C15.4: an event without room ends the stream, and the reader connects again. */
const sendFrame = async (
  { response }: Pick<StreamResponse, 'response'>,
  frame: string,
  { stalledMs, enter, budgetKeys }: Sending,
): Promise<boolean> => {
  const content = Buffer.from(frame)
  const taken = content.length > PIECE_BYTES ? enter(budgetKeys, content.length) : NOTHING
  if (taken === null) throw new SubscriberDropped('Too many bytes wait for readers.')
  return writePieces(response, content, { stalledMs, release: () => taken(content.length) })
}

const sendFrames = async (
  exchange: Pick<StreamResponse, 'response'>,
  { frames }: OpenStream,
  sending: Sending,
): Promise<void> => {
  for await (const frame of frames)
    if (exchange.response.closed || !(await sendFrame(exchange, frame, sending))) return
}

/** Writes a stream until its reader reads too little for `stalledMs`, because unread events stay in memory. */
export const sendStream = async (
  exchange: StreamResponse,
  stream: OpenStream,
  sending: Sending,
): Promise<void> => {
  const { response, writeHead } = exchange
  response.once('close', () => stream.close())
  writeHead({ status: 200, headers: HEADERS }, null)
  response.flushHeaders()
  try {
    await sendFrames(exchange, stream, sending)
  } catch (error) {
    // Without a final event, a dropped reader connects again automatically.
    if (!(error instanceof SubscriberDropped)) throw error
  } finally {
    response.end()
  }
}

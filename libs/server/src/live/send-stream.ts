import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { SubscriberDropped } from '@content-service/domain'
import type { OpenStream } from '@content-service/graphql-schema'

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Without this header, nginx would buffer the events.
  'x-accel-buffering': 'no',
  // A stopping process does not wait for idle connections.
  connection: 'close',
} as const

const isDrained = async (response: ServerResponse, stalledMs: number): Promise<boolean> => {
  try {
    await once(response, 'drain', { signal: AbortSignal.timeout(stalledMs) })
    return true
  } catch {
    // The connection has closed, or the reader does not read.
    return false
  }
}

const sendFrames = async (
  response: ServerResponse,
  { frames }: OpenStream,
  stalledMs: number,
): Promise<void> => {
  for await (const frame of frames) {
    if (response.closed) return
    if (!response.write(frame) && !(await isDrained(response, stalledMs))) return void response.destroy()
  }
}

/** Writes a stream until its reader reads nothing for `stalledMs`, because unread frames stay in memory. */
export const sendStream = async (
  response: ServerResponse,
  stream: OpenStream,
  { stalledMs }: { readonly stalledMs: number },
): Promise<void> => {
  response.once('close', () => stream.close())
  response.writeHead(200, HEADERS)
  response.flushHeaders()
  try {
    await sendFrames(response, stream, stalledMs)
  } catch (error) {
    // Without a final event, a dropped reader connects again automatically.
    if (!(error instanceof SubscriberDropped)) throw error
  } finally {
    response.end()
  }
}

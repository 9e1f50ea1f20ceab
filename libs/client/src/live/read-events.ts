import { noResponse } from '../errors/client-error.ts'

/** An event of a stream of server-sent events (HTML, section 9.2). */
export interface ServerEvent {
  readonly type: string
  readonly id: string | undefined
  readonly data: string
}

const parseEvent = (block: string): ServerEvent => {
  const fields = new Map<string, string>()
  for (const line of block.split(/\r?\n|\r/)) {
    const colon = line.includes(':') ? line.indexOf(':') : line.length
    const name = line.slice(0, colon)
    const value = line.slice(colon + 1).replace(/^ /, '')
    const known = fields.get(name)
    fields.set(name, name === 'data' && known !== undefined ? `${known}\n${value}` : value)
  }
  return { type: fields.get('event') ?? 'message', id: fields.get('id'), data: fields.get('data') ?? '' }
}

export interface StreamOptions {
  readonly path: string
  readonly signal: AbortSignal | undefined
  /** Milliseconds. */
  readonly longestSilence: number
}

/** The events of a stream, with its comments, which are empty events. Throws a ClientError when the stream ends. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  { path, signal, longestSilence }: StreamOptions,
): AsyncGenerator<ServerEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const fail = (cause: unknown): never => {
    throw noResponse(cause, path, signal)
  }
  let text = ''
  try {
    for (;;) {
      // A connection can be gone without a word. After `cancel` the stream is done.
      const timer = setTimeout(() => reader.cancel(), longestSilence)
      const { value, done } = await reader
        .read()
        .catch(fail)
        .finally(() => clearTimeout(timer))
      if (done) return fail('the connection ended')
      const blocks = (text + decoder.decode(value, { stream: true })).split(/\r\n\r\n|\n\n|\r\r/)
      text = blocks.pop() ?? ''
      yield* blocks.map(parseEvent)
    }
  } finally {
    // Also when the caller leaves its loop: the service then ends the subscription.
    reader.cancel().catch(() => {})
  }
}

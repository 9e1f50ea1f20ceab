/** One event as the EventSource of a browser receives it; `id` is the last event id of a reconnection. */
export interface Heard {
  readonly event: string
  readonly id: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into any JSON
  readonly data: any
}

export interface EventStream {
  readonly response: Response
  /** The last event id with which a client could continue the stream. */
  lastEventId(): string
  /** The next event; null after the end of the stream. */
  next(): Promise<Heard | null>
  close(): Promise<void>
}

interface Opening {
  readonly as?: string | null
  readonly lastEventId?: string
  readonly headers?: Readonly<Record<string, string>>
}

const parseFields = (frame: string): ReadonlyMap<string, string> =>
  new Map(frame.split('\n').map((line) => [line.split(':')[0] ?? '', line.replace(/^[^:]*: ?/, '')]))

/** The frames of a stream in order; a broken connection ends them. */
async function* framesIn(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string, void, undefined> {
  let text = ''
  try {
    for await (const chunk of body ?? []) {
      text += Buffer.from(chunk).toString()
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      yield* frames
    }
  } catch {
    // A closed stream and a broken stream are both at their end.
  }
}

/** Opens a subscription at the service with this address, and waits until the stream begins. */
export const openEventStream = async (
  url: string,
  query: string,
  { as = null, lastEventId, headers = {} }: Opening = {},
): Promise<EventStream> => {
  const controller = new AbortController()
  const response = await fetch(`${url}/graphql/stream`, {
    method: 'POST',
    signal: controller.signal,
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      ...(as !== null && { authorization: as }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      ...headers,
    },
    body: JSON.stringify({ query }),
  })
  const frames = framesIn(response.ok ? response.body : null)
  let place = ''
  const next = async (): Promise<Heard | null> => {
    for await (const frame of { [Symbol.asyncIterator]: () => ({ next: () => frames.next() }) }) {
      const fields = parseFields(frame)
      place = fields.get('id') ?? place
      const event = fields.get('event')
      if (event !== undefined)
        return { event, id: place, data: JSON.parse(fields.get('data') || 'null') as unknown }
      if (fields.has('retry')) return { event: 'beginning', id: place, data: null }
    }
    return null
  }
  const close = async (): Promise<void> => {
    controller.abort()
    for await (const _ of frames);
  }
  if (response.ok) await next()
  return { response, lastEventId: () => place, next, close }
}

/** A `fetch` whose streams a test can cut, as a proxy or a network does. */
export const createCuttingFetch = () => {
  const cuts = new Set<() => void>()
  const opened: (string | null)[] = []
  const cutting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    opened.push(new Headers(init?.headers).get('last-event-id'))
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const controller = new AbortController()
    cuts.add(() => controller.abort(new Error('connection reset')))
    // The reader sees the error; here it is expected.
    response.body?.pipeTo(writable, { signal: controller.signal }).catch(() => {})
    const { status, headers } = response
    return new Response(readable, { status, headers })
  }
  return {
    fetch: cutting,
    /** The `Last-Event-ID` of each stream that has begun. */
    opened,
    cut: () => {
      for (const cut of cuts) cut()
      cuts.clear()
    },
  }
}

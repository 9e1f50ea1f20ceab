import type { OutgoingRequest, TextResponse, Send } from '../transport/send.ts'

/**
 * Remembers responses with an entity tag, and asks with `If-None-Match` whether they have changed (RFC 9110 §13.1.2).
 * The service answers each request, so a stale response is never used. `size`: the number of responses.
 */
export const createCache = (send: Send, size: number): Send => {
  const kept = new Map<string, { readonly etag: string; readonly received: TextResponse }>()
  const remember = (key: string, received: TextResponse): void => {
    const etag = received.response.headers.get('etag')
    kept.delete(key)
    if (!etag || !received.response.ok) return
    kept.set(key, { etag, received })
    // A map is in the order of its insertions: the first response has not been used for the longest time.
    for (const [first] of kept) if (kept.size > size) kept.delete(first)
  }
  return async (request: OutgoingRequest) => {
    const { method, path, headers } = request
    if (method !== 'GET' || size === 0 || 'if-none-match' in headers) return send(request)
    const key = path + JSON.stringify(headers)
    const known = kept.get(key)
    const received = await send(
      known ? { ...request, headers: { ...headers, 'if-none-match': known.etag } } : request,
    )
    if (known && received.response.status === 304) {
      remember(key, known.received)
      return known.received
    }
    remember(key, received)
    return received
  }
}

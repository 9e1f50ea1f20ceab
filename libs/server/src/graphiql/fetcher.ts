/** Sends queries and mutations like GraphiQL, and subscriptions with server-sent events. */
export const FETCHER = `
const ask = GraphiQL.createFetcher({ url: location.pathname })
const isSubscription = ({ operationName }, { documentAST }) => (documentAST?.definitions ?? []).some(
  ({ operation, name }) => operation === 'subscription' && (!operationName || name?.value === operationName))
async function* results(request, headers, signal) {
  const sent = { ...headers, accept: 'text/event-stream', 'content-type': 'application/json' }
  const response = await fetch(location.pathname + '/stream', { method: 'POST', headers: sent, body: JSON.stringify(request), signal })
  if (!response.ok) return yield await response.json()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let text = '';;) {
    const { value, done } = await reader.read()
    if (done) return
    const frames = (text + value).split('\\n\\n')
    text = frames.pop()
    for (const frame of frames) if (frame.startsWith('event: next')) yield JSON.parse(frame.slice(frame.indexOf('data: ') + 6))
  }
}
const listen = (request, { headers }) => {
  const controller = new AbortController()
  const shown = results(request, headers, controller.signal)
  const over = { done: true, value: undefined }
  return {
    next: () => shown.next().catch((error) => { if (controller.signal.aborted) return over; throw error }),
    return: async () => { controller.abort(); return over },
    [Symbol.asyncIterator]() { return this },
  }
}
const fetcher = (request, options = {}) => {
  const signedIn = { ...options, headers: withCredential(options.headers) }
  return isSubscription(request, options) ? listen(request, signedIn) : ask(request, signedIn)
}
`

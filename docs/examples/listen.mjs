/** Yields what a subscription shows, in a browser as in Node, and takes it up again where it was when a connection ends. */
export async function* listen(url, query, headers = {}) {
  for (let place = null; ; await new Promise((resolve) => setTimeout(resolve, 500 + Math.random() * 1500))) {
    const where = place === null ? {} : { 'last-event-id': place }
    const sent = { accept: 'text/event-stream', 'content-type': 'application/json', ...where, ...headers }
    const response = await fetch(url, {
      method: 'POST',
      headers: sent,
      body: JSON.stringify({ query }),
    }).catch(() => null)
    if (response?.status === 503 || response === null) continue
    if (!response.ok) throw new Error(await response.text())
    let text = ''
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { value, done } = await reader.read().catch(() => ({ done: true }))
      if (done) break
      const frames = (text + value).split('\n\n')
      text = frames.pop()
      for (const frame of frames) {
        const fields = new Map(
          frame.split('\n').map((line) => [line.split(':')[0], line.replace(/^\w*: ?/, '')]),
        )
        place = fields.get('id') ?? place
        if (fields.get('event') === 'next') yield JSON.parse(fields.get('data'))
        if (fields.get('event') === 'complete') return
      }
    }
  }
}

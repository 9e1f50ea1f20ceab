import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/**
 * The time for running requests. Docker kills the process 10 s after SIGTERM, and later steps of a stop take time, too.
 */
const FINISH_MS = 7_000
/** The time for a last request on an idle connection. Its response tells the client to close the connection. */
const LAST_REQUEST_MS = 100

const closeAfter = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

/**
 * Watches a server, and returns a function that ends the server (C10.4) and completes each response. The `close` of
 * Node ends connections with an unsent response, and connections whose next request is arriving.
 */
export const createDrain = (server: Server): (() => Promise<void>) => {
  // A set of all responses would grow and shrink with each request, and V8 would keep its deleted members for a while.
  const running = new Map<Socket, readonly ServerResponse[]>()
  let isDraining = false
  server.on('connection', (socket) => {
    running.set(socket, [])
    socket.once('close', () => running.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    running.set(socket, [...(running.get(socket) ?? []), response])
    response.once('close', () => {
      const others = running.get(socket)?.filter((each) => each !== response)
      if (others) running.set(socket, others)
    })
    if (isDraining) closeAfter(response)
  })
  const idle = (): ReadonlySet<Socket> =>
    new Set([...running].flatMap(([socket, responses]) => (responses.length === 0 ? [socket] : [])))
  return () =>
    new Promise((resolve) => {
      isDraining = true
      for (const responses of running.values()) responses.forEach(closeAfter)
      let before = idle()
      const endIdle = (): void => {
        const now = idle()
        for (const socket of now) if (before.has(socket)) socket.destroy()
        before = now
      }
      // `setImmediate` runs after the process has read the data that has arrived, even if the process was busy.
      const ending = setInterval(() => setImmediate(endIdle), LAST_REQUEST_MS)
      const deadline = setTimeout(() => server.closeAllConnections(), FINISH_MS)
      // The `close` of an HTTP server ends idle connections at once.
      NetServer.prototype.close.call(server, () => {
        clearInterval(ending)
        clearTimeout(deadline)
        resolve()
      })
    })
}

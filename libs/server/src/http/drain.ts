import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** How long what runs has to finish. Docker kills 10 s after SIGTERM, and what comes after takes time as well. */
const FINISH_MS = 7_000
/** How long a client that keeps its connection has for one request more, whose answer tells it that it was the last. */
const LAST_REQUEST_MS = 100

const closeAfter = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

/**
 * Watches a server, and returns what ends it (C10.4): no answer is cut, and no request is done without its answer. What
 * Node does by itself ends connections whose answer is still on its way, and those that are about to ask again.
 */
export const createDrain = (server: Server): (() => Promise<void>) => {
  const sockets = new Set<Socket>()
  const running = new Set<ServerResponse>()
  let isDraining = false
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.prependListener('request', (_request, response) => {
    running.add(response)
    response.once('close', () => running.delete(response))
    if (isDraining) closeAfter(response)
  })
  const idle = (): ReadonlySet<Socket> => {
    const busy = new Set([...running].map(({ req }) => req.socket))
    return new Set([...sockets].filter((socket) => !busy.has(socket)))
  }
  return () =>
    new Promise((resolve) => {
      isDraining = true
      running.forEach(closeAfter)
      let before = idle()
      const endIdle = (): void => {
        const now = idle()
        for (const socket of now) if (before.has(socket)) socket.destroy()
        before = now
      }
      // After what has arrived is read, however long the process was busy with something else.
      const ending = setInterval(() => setImmediate(endIdle), LAST_REQUEST_MS)
      const deadline = setTimeout(() => server.closeAllConnections(), FINISH_MS)
      // Not the server's own, which ends at once whoever is between two requests.
      NetServer.prototype.close.call(server, () => {
        clearInterval(ending)
        clearTimeout(deadline)
        resolve()
      })
    })
}

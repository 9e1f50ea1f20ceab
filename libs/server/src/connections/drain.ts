import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/**
 * The time for running requests. Docker kills the process 10 s after SIGTERM, and later steps of a stop take time, too.
 */
export const FINISH_MS = 6_500

const closeAfter = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

interface Connection {
  /** The responses that are not yet sent. */
  readonly running: readonly ServerResponse[]
  /** The bytes that the server had read when the last response was sent. */
  readonly read: number
}

const OPENED: Connection = { running: [], read: 0 }

/** Whether the connection waits for a request, of which no byte has arrived. */
const isIdle = (socket: Socket, { running, read }: Connection): boolean =>
  running.length === 0 && socket.bytesRead === read

/** Ends the server. Idle connections stay open for `idleMs`. */
export type Drain = (idleMs: number) => Promise<void>

/**
 * Waits until the process has taken the connections that the kernel has accepted: the end of the listener would reset them,
 * with requests that a proxy may have sent already. The first turn ends the present round of events, and the second
 * asks the kernel again.
 */
export const takeConnections = async (): Promise<void> => {
  await setImmediate()
  await setImmediate()
}

/**
 * Watches a server, and returns a function that ends the server (C10.4) and completes each response. A proxy may have sent
 * a request on an idle connection just before it notices its end. So idle connections stay open for a while, and the
 * response to such a request says that it is the last. The `close` of Node ends connections with an unsent response, and
 * connections whose next request is arriving.
 */
export const createDrain = (server: Server): Drain => {
  // A set of all responses would grow and shrink with each request, and V8 would keep its deleted members for a while.
  const connections = new Map<Socket, Connection>()
  let isDraining = false
  server.on('connection', (socket) => {
    connections.set(socket, OPENED)
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    const { running, read } = connections.get(socket) ?? OPENED
    connections.set(socket, { running: [...running, response], read })
    response.once('close', () => {
      const left = connections.get(socket)
      if (left === undefined) return
      const others = left.running.filter((each) => each !== response)
      connections.set(socket, { running: others, read: socket.bytesRead })
    })
    if (isDraining) closeAfter(response)
  })
  const endIdle = (): void => {
    for (const [socket, connection] of connections) if (isIdle(socket, connection)) socket.destroy()
  }
  return async (idleMs) => {
    isDraining = true
    for (const { running } of connections.values()) running.forEach(closeAfter)
    await takeConnections()
    return new Promise((resolve) => {
      // A turn later, the process has read the data that has arrived, even if it was busy.
      const ending = setTimeout(() => void setImmediate().then(endIdle), idleMs)
      const deadline = setTimeout(() => server.closeAllConnections(), FINISH_MS)
      // The `close` of an HTTP server ends idle connections at once.
      NetServer.prototype.close.call(server, () => {
        clearTimeout(ending)
        clearTimeout(deadline)
        resolve()
      })
    })
  }
}

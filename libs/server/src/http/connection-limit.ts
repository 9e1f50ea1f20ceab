import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { ContentError } from '@content-service/domain'
import type { RequestHandler } from 'express'

/** Connections beyond the limit may request /healthz within EXCESS_MS. */
const MOST_EXCESS = 100
const EXCESS_MS = 2_000

const excess = new WeakSet<Socket>()

/** The connections of one server that count towards MAX_CONNECTIONS. */
class Connections {
  readonly #most: number
  readonly #counted = new Set<Socket>()
  /** Connections between two requests, beginning with the longest idle connection. */
  readonly #idle = new Set<Socket>()
  #excess = 0

  constructor(most: number) {
    this.#most = most
  }

  enter(socket: Socket): void {
    if (this.#counted.size < this.#most || this.#endLongestIdle()) this.#count(socket)
    else this.#tolerate(socket)
  }

  busy(socket: Socket): void {
    this.#idle.delete(socket)
  }

  idle(socket: Socket): void {
    if (this.#counted.has(socket)) this.#idle.add(socket)
  }

  #count(socket: Socket): void {
    this.#counted.add(socket)
    socket.once('close', () => this.#leave(socket))
  }

  #leave(socket: Socket): void {
    this.#counted.delete(socket)
    this.#idle.delete(socket)
  }

  #endLongestIdle(): boolean {
    const [longest] = this.#idle
    if (longest === undefined) return false
    this.#leave(longest)
    longest.destroy()
    return true
  }

  #tolerate(socket: Socket): void {
    if (this.#excess >= MOST_EXCESS) return void socket.destroy()
    this.#excess += 1
    excess.add(socket)
    const end = setTimeout(() => socket.destroy(), EXCESS_MS)
    socket.once('close', () => {
      clearTimeout(end)
      this.#excess -= 1
    })
  }
}

/**
 * C12.12: counts connections. A new connection replaces a connection that waits for its next request. If no connection
 * is idle, the service refuses the requests of the new connection, except for /healthz.
 */
export const limitConnections = (server: Server, most: number): void => {
  const connections = new Connections(most)
  server.on('connection', (socket: Socket) => connections.enter(socket))
  server.on('request', ({ socket }, response) => {
    connections.busy(socket)
    response.once('close', () => connections.idle(socket))
  })
}

export const isExcessConnection = (socket: Socket): boolean => excess.has(socket)

/** Refuses the requests of connections beyond the limit, without reading their bodies. */
export const refuseExcessConnection: RequestHandler = ({ socket, path }, response, next) => {
  if (!isExcessConnection(socket)) return next()
  response.set('connection', 'close')
  if (path === '/healthz') return next()
  throw new ContentError('UNAVAILABLE', 'The service has too many connections. Try again in 5 seconds.')
}

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { ConnectionPlaces, type ConnectionLimits, type Shortage } from './connection-places.ts'

/** Why a connection has no place; null if it has one. */
export type FindShortage = (socket: Socket) => Shortage | null

/** C15.4: counts connections. The service refuses the requests of connections without a place, except for probes. */
export const limitConnections = (server: Server, limits: ConnectionLimits): FindShortage => {
  const places = new ConnectionPlaces(limits)
  const shortages = new WeakMap<Socket, Shortage>()
  server.on('connection', (socket: Socket) => places.enter(socket))
  server.on('request', ({ socket }, response) => {
    const shortage = places.speak(socket)
    if (shortage !== null) shortages.set(socket, shortage)
    response.once('close', () => places.rest(socket))
  })
  return (socket) => shortages.get(socket) ?? null
}

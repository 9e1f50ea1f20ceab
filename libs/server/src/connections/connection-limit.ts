import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { ContentError } from '@content-service/domain'
import type { AddressSet } from '@content-service/identity'
import type { Exchange } from '../http/exchange.ts'
import { ConnectionPlaces, type ConnectionLimits, type Shortage } from './connection-places.ts'
import { isProbe } from './probes.ts'

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

const MESSAGES = {
  process: 'The service has too many connections. Try again in 5 seconds.',
  address:
    'Your address has too many connections. Close some of them, or use them for several requests. Try again in 5 seconds.',
} as const satisfies Record<Shortage, string>

/** Refuses a request of a connection without a place, without reading its body. @throws UNAVAILABLE. */
export const refuseExcessConnection = (
  { request: { socket }, path, response }: Exchange,
  shortage: Shortage | null,
  { metricsAllow }: { readonly metricsAllow: AddressSet },
): void => {
  if (shortage === null) return
  response.setHeader('connection', 'close')
  if (!isProbe(path, socket, metricsAllow)) throw new ContentError('UNAVAILABLE', MESSAGES[shortage])
}

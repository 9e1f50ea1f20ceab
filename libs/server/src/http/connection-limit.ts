import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { ContentError } from '@content-service/domain'
import type { AddressSet } from '@content-service/identity'
import type { RequestHandler } from 'express'
import { ConnectionPlaces, type ConnectionLimits, type Shortage } from './connection-places.ts'
import { isProbe } from './probes.ts'

const shortages = new WeakMap<Socket, Shortage>()

/** C15.4: counts connections. The service refuses the requests of connections without a place, except for probes. */
export const limitConnections = (server: Server, limits: ConnectionLimits): void => {
  const places = new ConnectionPlaces(limits)
  server.on('connection', (socket: Socket) => places.enter(socket))
  server.on('request', ({ socket }, response) => {
    const shortage = places.speak(socket)
    if (shortage !== null) shortages.set(socket, shortage)
    response.once('close', () => places.rest(socket))
  })
}

export const isExcessConnection = (socket: Socket): boolean => shortages.has(socket)

const MESSAGES = {
  process: 'The service has too many connections. Try again in 5 seconds.',
  address:
    'Your address has too many connections. Close some of them, or use them for several requests. Try again in 5 seconds.',
} as const satisfies Record<Shortage, string>

/** Refuses the requests of connections without a place, without reading their bodies. */
export const refuseExcessConnection =
  ({ metricsAllow }: { readonly metricsAllow: AddressSet }): RequestHandler =>
  ({ socket, path }, response, next) => {
    const shortage = shortages.get(socket)
    if (shortage === undefined) return next()
    response.set('connection', 'close')
    if (isProbe(path, socket, metricsAllow)) return next()
    throw new ContentError('UNAVAILABLE', MESSAGES[shortage])
  }

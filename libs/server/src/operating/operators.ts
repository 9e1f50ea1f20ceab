import { authorizeOnAll, mayOnAll, type Context } from '@content-service/domain'
import { NOBODY, parsedAddress } from '@content-service/identity'
import type { Request, RequestHandler, Response } from 'express'
import type { Service } from '../compose.ts'
import { addressOf } from '../request-address.ts'
import { identify, meter } from '../request-context.ts'
import { soFar } from '../request-locals.ts'

const FORWARDING = ['x-forwarded-for', 'forwarded'] as const

/**
 * Whether an address of METRICS_ALLOW asks. Not through a proxy that nobody has named in TRUST_PROXY: strangers would
 * come from its address, which is often this machine's own.
 */
const isFromWithin = (request: Request, { trustProxy, metricsAllow }: Service): boolean => {
  const client = parsedAddress(addressOf(request, trustProxy) ?? '')
  if (client === null || !metricsAllow(client)) return false
  const peer = parsedAddress(request.socket.remoteAddress ?? '')
  const isRelayed = FORWARDING.some((name) => name in request.headers)
  return !isRelayed || client.toString() !== peer?.toString()
}

/** Probes come often and bring no credential: they are not counted. One that is brought is looked at, and counts. */
export const identifyOperator = (service: Service): readonly RequestHandler[] =>
  [meter(service), identify(service)].map((handle): RequestHandler => (request, response, next) => {
    const hasCredential = 'authorization' in request.headers || 'x-api-key' in request.headers
    return hasCredential ? handle(request, response, next) : next()
  })

const contextOf = (response: Response, service: Service): Context => {
  const { context, requestId = '' } = soFar(response)
  return context ?? service.contextFor(NOBODY, { address: null, requestId })
}

/** C1.4: whether the sender may see how the service is. */
export const mayLook = (request: Request, response: Response, service: Service): boolean =>
  isFromWithin(request, service) || mayOnAll(contextOf(response, service), 'audit:read')

/** @throws UNAUTHENTICATED or FORBIDDEN. */
export const checkMayLook = (request: Request, response: Response, service: Service): void => {
  if (!isFromWithin(request, service)) authorizeOnAll(contextOf(response, service), 'audit:read')
}

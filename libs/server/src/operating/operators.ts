import { authorizeOnAll, mayOnAll, type Context } from '@content-service/domain'
import { NOBODY, parseAddress } from '@content-service/identity'
import type { Request, RequestHandler, Response } from 'express'
import type { Service } from '../compose.ts'
import { findAddress } from '../request-address.ts'
import { identify, meter } from '../request-context.ts'
import { getPartialLocals } from '../request-locals.ts'

const FORWARDING = ['x-forwarded-for', 'forwarded'] as const

/**
 * Whether an address of METRICS_ALLOW asks. Not through a proxy that nobody has named in TRUST_PROXY: strangers would
 * come from its address, which is often this machine's own.
 */
const isFromAllowedAddress = (request: Request, { trustProxy, metricsAllow }: Service): boolean => {
  const client = parseAddress(findAddress(request, trustProxy) ?? '')
  if (client === null || !metricsAllow(client)) return false
  const peer = parseAddress(request.socket.remoteAddress ?? '')
  const isRelayed = FORWARDING.some((name) => name in request.headers)
  return !isRelayed || client.toString() !== peer?.toString()
}

/** Probes come often and bring no credential: they are not counted. One that is brought is looked at, and counts. */
export const identifyOperator = (service: Service): readonly RequestHandler[] =>
  [meter(service), identify(service)].map((handle): RequestHandler => (request, response, next) => {
    const hasCredential = 'authorization' in request.headers || 'x-api-key' in request.headers
    return hasCredential ? handle(request, response, next) : next()
  })

const getContext = (response: Response, service: Service): Context => {
  const { context, requestId = '' } = getPartialLocals(response)
  return context ?? service.contextFor(NOBODY, { address: null, requestId })
}

/** C1.4: whether the sender may see how the service is. */
export const maySeeStatus = (request: Request, response: Response, service: Service): boolean =>
  isFromAllowedAddress(request, service) || mayOnAll(getContext(response, service), 'audit:read')

/** @throws UNAUTHENTICATED or FORBIDDEN. */
export const authorizeStatus = (request: Request, response: Response, service: Service): void => {
  if (!isFromAllowedAddress(request, service)) authorizeOnAll(getContext(response, service), 'audit:read')
}

import { authorizeOnAll, mayOnAll, type Context } from '@content-service/domain'
import { NOBODY, parseAddress } from '@content-service/identity'
import type { Request, RequestHandler, Response } from 'express'
import type { Service } from '../compose.ts'
import { findAddress } from '../request-address.ts'
import { identify, meter } from '../request-context.ts'
import { getPartialLocals } from '../request-locals.ts'

const FORWARDING = ['x-forwarded-for', 'forwarded'] as const

/**
 * Whether the request comes from an address of METRICS_ALLOW, and not through a proxy that TRUST_PROXY does not name:
 * requests of strangers through this proxy would have its address, which is often that of this machine.
 */
const isFromAllowedAddress = (request: Request, { trustProxy, metricsAllow }: Service): boolean => {
  const client = parseAddress(findAddress(request, trustProxy) ?? '')
  if (client === null || !metricsAllow(client)) return false
  const peer = parseAddress(request.socket.remoteAddress ?? '')
  const isRelayed = FORWARDING.some((name) => name in request.headers)
  return !isRelayed || client.toString() !== peer?.toString()
}

/** Probes are frequent and have no credential, so that they do not count. A request with a credential counts. */
export const identifyOperator = (service: Service): readonly RequestHandler[] =>
  [meter(service), identify(service)].map((handle): RequestHandler => (request, response, next) => {
    const hasCredential = 'authorization' in request.headers || 'x-api-key' in request.headers
    return hasCredential ? handle(request, response, next) : next()
  })

const getContext = (response: Response, service: Service): Context => {
  const { context, requestId = '' } = getPartialLocals(response)
  return context ?? service.contextFor(NOBODY, { address: null, requestId })
}

/** C1.4: whether the sender may see the details. */
export const maySeeStatus = (request: Request, response: Response, service: Service): boolean =>
  isFromAllowedAddress(request, service) || mayOnAll(getContext(response, service), 'audit:read')

/** @throws UNAUTHENTICATED or FORBIDDEN. */
export const authorizeStatus = (request: Request, response: Response, service: Service): void => {
  if (!isFromAllowedAddress(request, service)) authorizeOnAll(getContext(response, service), 'audit:read')
}

import { type Context } from '@content-service/domain'
import { authorizeOnAll, mayOnAll } from '@content-service/domain/access'
import { findForwardedClient, NOBODY, parseAddress } from '@content-service/identity'
import type { Request, RequestHandler, Response } from 'express'
import type { Service } from '../compose.ts'
import { listHeader } from '../http/list-header.ts'
import { identify, meter } from '../request-context.ts'
import { getPartialLocals } from '../request-locals.ts'

/** The headers that proxies add. */
const RELAYED = /^(?:x-forwarded-.*|x-real-ip|forwarded|via)$/

const isRelayed = ({ headers }: Request): boolean => Object.keys(headers).some((name) => RELAYED.test(name))

/**
 * C15.14: whether METRICS_ALLOW names the sender. A relayed request has the address of the proxy, which is often that of
 * this machine, so that it counts only for the client that a proxy of TRUST_PROXY names.
 */
const isFromAllowedAddress = (request: Request, { trustProxy, metricsAllow }: Service): boolean => {
  const { remoteAddress } = request.socket
  const client = isRelayed(request)
    ? findForwardedClient(remoteAddress, listHeader(request, 'x-forwarded-for'), trustProxy)
    : parseAddress(remoteAddress ?? '')
  return client !== null && metricsAllow(client)
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

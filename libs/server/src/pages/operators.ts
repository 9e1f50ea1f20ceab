import { type Context } from '@content-service/domain'
import { authorizeOnAll, mayOnAll } from '@content-service/domain/internal/access'
import { findForwardedClient, NOBODY, parseAddress } from '@content-service/identity'
import type { Service } from '../composition/compose.ts'
import { admit } from '../http/admit.ts'
import type { Exchange } from '../http/exchange.ts'
import { listHeader } from '../http/list-header.ts'

/** The headers that proxies add. */
const RELAYED = /^(?:x-forwarded-.*|x-real-ip|forwarded|via)$/

const isRelayed = ({ request }: Exchange): boolean =>
  Object.keys(request.headers).some((name) => RELAYED.test(name))

/**
 * C15.14: whether METRICS_ALLOW names the sender. A relayed request has the address of the proxy, which is often that of
 * this machine, so that it counts only for the client that a proxy of TRUST_PROXY names.
 */
const isFromAllowedAddress = (exchange: Exchange, { trustProxy, metricsAllow }: Service): boolean => {
  const { request } = exchange
  const { remoteAddress } = request.socket
  const client = isRelayed(exchange)
    ? findForwardedClient(remoteAddress, listHeader(request, 'x-forwarded-for'), trustProxy)
    : parseAddress(remoteAddress ?? '')
  return client !== null && metricsAllow(client)
}

/** Probes are frequent and have no credential, so that they do not count. A request with a credential counts. */
const findContext = async (exchange: Exchange, service: Service): Promise<Context> => {
  const { headers } = exchange.request
  const hasCredential = 'authorization' in headers || 'x-api-key' in headers
  if (hasCredential) return (await admit(service, exchange)).sender.context
  return service.contextFor(NOBODY, { address: null, requestId: exchange.requestId })
}

/** C1.4: whether the sender may see the details. @throws CredentialRefused, RateLimited. */
export const maySeeStatus = async (exchange: Exchange, service: Service): Promise<boolean> => {
  const context = await findContext(exchange, service)
  return isFromAllowedAddress(exchange, service) || mayOnAll(context, 'audit:read')
}

/** @throws UNAUTHENTICATED, FORBIDDEN, CredentialRefused or RateLimited. */
export const authorizeStatus = async (exchange: Exchange, service: Service): Promise<void> => {
  const context = await findContext(exchange, service)
  if (!isFromAllowedAddress(exchange, service)) authorizeOnAll(context, 'audit:read')
}

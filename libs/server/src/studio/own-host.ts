import type { RequestHandler } from 'express'
import type { Service } from '../composition/compose.ts'
import type { Studio } from '../composition/compose-studio.ts'
import { isTrustedPeer } from '../connections/trusted-peer.ts'
import { getExchange, type Exchange } from '../http/exchange.ts'
import { listHeader } from '../http/list-header.ts'

/** The host that the browser asked, which a trusted proxy names; null if nobody names a host. */
const readHost = ({ request: { headers } }: Exchange, isProxied: boolean): string | null => {
  const { 'x-forwarded-host': forwarded, host = null } = headers
  return isProxied && forwarded !== undefined ? (String(forwarded).split(',', 1)[0]?.trim() ?? null) : host
}

/**
 * Whether the request is for the host of BASE_URL, or for no host. The default port of its protocol may be absent, and every
 * port if a trusted proxy sends the request: `$host` of nginx has no port.
 */
const isForOwnHost = (exchange: Exchange, { trustProxy }: Service, { baseUrl }: Studio): boolean => {
  const isProxied = isTrustedPeer(exchange.request, trustProxy)
  const [own, host] = [new URL(baseUrl), readHost(exchange, isProxied)]
  const asked = host === null ? own : URL.parse(`${own.protocol}//${host}`)
  return asked?.host === own.host || (isProxied && asked?.port === '' && asked.hostname === own.hostname)
}

/** A proxy may send the whole URL: the path is without its host. */
const pathWithQuery = ({ path, target }: Exchange): string => [path, ...target.split('?').slice(1)].join('?')

/**
 * C20.1: on another host than that of BASE_URL, leads to the same path and query there: the cookies and the redirect URI of a
 * sign-in belong to one host.
 */
export const keepOnOwnHost =
  (service: Service, studio: Studio) =>
  (handler: RequestHandler): RequestHandler =>
  (request, response, next) => {
    const exchange = getExchange(response)
    if (isForOwnHost(exchange, service, studio)) return handler(request, response, next)
    response.setHeader('cache-control', 'no-store')
    return response.redirect(307, studio.baseUrl + pathWithQuery(exchange))
  }

/**
 * C20.2: whether a page of the studio sent the request. A browser names the origin of each POST, and `null` for a page
 * without one. A program without Origin has no business with the cookie.
 */
export const isOfOwnPage = ({ request }: Exchange, { baseUrl }: Studio): boolean => {
  const origins = listHeader(request, 'origin')
  return origins.length === 1 && origins[0] === new URL(baseUrl).origin
}

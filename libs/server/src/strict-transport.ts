import type { TLSSocket } from 'node:tls'
import type { AddressSet } from '@content-service/identity'
import type { IncomingMessage } from 'node:http'
import type { HeaderMiddleware } from './http/header-middleware.ts'
import { isTrustedPeer } from './request-address.ts'

const YEAR_SECONDS = 31_536_000

/** Whether the client uses TLS for its connection to the service or to a trusted proxy. */
const isOverTls = (request: IncomingMessage, isTrusted: AddressSet): boolean =>
  (request.socket as Partial<TLSSocket>).encrypted === true ||
  (request.headers['x-forwarded-proto'] === 'https' && isTrustedPeer(request, isTrusted))

/** Section 5, rule 6 of the specification, and C10.5: sets the header only on responses over TLS (RFC 6797 §7.2). */
export const strictTransport =
  (isTrusted: AddressSet): HeaderMiddleware =>
  (request, response, next) => {
    if (isOverTls(request, isTrusted))
      response.setHeader('strict-transport-security', `max-age=${YEAR_SECONDS}; includeSubDomains`)
    next()
  }

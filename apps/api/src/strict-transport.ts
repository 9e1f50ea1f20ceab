import type { TLSSocket } from 'node:tls'
import { parsedAddress, type AddressSet } from '@content-service/identity'
import type { Request, RequestHandler } from 'express'

const YEAR_SECONDS = 31_536_000

const isTrustedPeer = ({ socket }: Request, isTrusted: AddressSet): boolean => {
  const peer = parsedAddress(socket.remoteAddress ?? '')
  return peer !== null && isTrusted(peer)
}

/** Whether the client speaks TLS, with us or with a proxy that we believe. */
const isOverTls = (request: Request, isTrusted: AddressSet): boolean =>
  (request.socket as Partial<TLSSocket>).encrypted === true ||
  (request.headers['x-forwarded-proto'] === 'https' && isTrustedPeer(request, isTrusted))

/** Section 5, rule 6 of the specification, and C10.5: on answers over TLS and on no others (RFC 6797 §7.2). */
export const strictTransport =
  (isTrusted: AddressSet): RequestHandler =>
  (request, response, next) => {
    if (isOverTls(request, isTrusted))
      response.setHeader('strict-transport-security', `max-age=${YEAR_SECONDS}; includeSubDomains`)
    next()
  }

import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { AddressSet } from '@content-service/identity'
import { isTrustedPeer } from '../connections/trusted-peer.ts'

const YEAR_SECONDS = 31_536_000

/** Section 5, rule 6 of the specification, and C10.5: a header for responses over TLS alone (RFC 6797 §7.2). */
export const STRICT_TRANSPORT = {
  'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains`,
} as const

/** Whether the client uses TLS for its connection to the service or to a trusted proxy. */
export const isOverTls = (request: IncomingMessage, isTrusted: AddressSet): boolean =>
  (request.socket as Partial<TLSSocket>).encrypted === true ||
  (request.headers['x-forwarded-proto'] === 'https' && isTrustedPeer(request, isTrusted))

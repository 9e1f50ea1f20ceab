import { ContentError } from '@content-service/domain'
import type { AddressSet } from '@content-service/identity'
import type { Shortage } from '../connections/connection-places.ts'
import { isProbe } from '../connections/probes.ts'
import type { Exchange } from './exchange.ts'

const MESSAGES = {
  process: 'The service has too many connections. Try again in 5 seconds.',
  address:
    'Your IP address has too many connections. Close some of them, or use them for several requests. Try again in 5 seconds.',
} as const satisfies Record<Shortage, string>

/** Refuses a request of a connection without a place, without reading its body. @throws UNAVAILABLE. */
export const refuseExcessConnection = (
  { request: { socket }, path, response }: Exchange,
  shortage: Shortage | null,
  { metricsAllow }: { readonly metricsAllow: AddressSet },
): void => {
  if (shortage === null) return
  response.setHeader('connection', 'close')
  if (!isProbe(path, socket, metricsAllow)) throw new ContentError('UNAVAILABLE', MESSAGES[shortage])
}

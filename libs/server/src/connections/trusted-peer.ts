import { parseAddress, type AddressSet } from '@content-service/identity'
import type { IncomingMessage } from 'node:http'

/** Whether a trusted proxy sent the request. */
export const isTrustedPeer = ({ socket }: IncomingMessage, isTrusted: AddressSet): boolean => {
  const peer = parseAddress(socket.remoteAddress ?? '')
  return peer !== null && isTrusted(peer)
}

import { findClientAddress, parseAddress, type AddressSet } from '@content-service/identity'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { listHeader } from './list-header.ts'

/** Whether a trusted proxy sent the request. */
export const isTrustedPeer = ({ socket }: IncomingMessage, isTrusted: AddressSet): boolean => {
  const peer = parseAddress(socket.remoteAddress ?? '')
  return peer !== null && isTrusted(peer)
}

/** The addresses of connections without a proxy. */
const peers = new WeakMap<Socket, string | null>()

const findPeer = (socket: Socket, isTrusted: AddressSet): string | null => {
  const known = peers.get(socket)
  if (known !== undefined) return known
  const found = findClientAddress(socket.remoteAddress, [], isTrusted)
  peers.set(socket, found)
  return found
}

/** The client's address, behind trusted proxies. */
export const findAddress = (request: IncomingMessage, isTrusted: AddressSet): string | null => {
  const { socket, headers } = request
  if (headers['x-forwarded-for'] === undefined) return findPeer(socket, isTrusted)
  return findClientAddress(socket.remoteAddress, listHeader(request, 'x-forwarded-for'), isTrusted)
}

import { findClientAddress, parseAddress, type AddressSet } from '@content-service/identity'
import type { Request } from 'express'

/** Whether a trusted proxy sent the request. */
export const isTrustedPeer = ({ socket }: Request, isTrusted: AddressSet): boolean => {
  const peer = parseAddress(socket.remoteAddress ?? '')
  return peer !== null && isTrusted(peer)
}

/** The client's address, behind trusted proxies. */
export const findAddress = ({ socket, headersDistinct }: Request, isTrusted: AddressSet): string | null =>
  findClientAddress(socket.remoteAddress, headersDistinct['x-forwarded-for'] ?? [], isTrusted)

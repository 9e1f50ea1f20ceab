import { findClientAddress, parseAddress, type AddressSet } from '@content-service/identity'
import type { Request } from 'express'

/** Whether a proxy that is believed has sent the request. */
export const isTrustedPeer = ({ socket }: Request, isTrusted: AddressSet): boolean => {
  const peer = parseAddress(socket.remoteAddress ?? '')
  return peer !== null && isTrusted(peer)
}

/** Where a request comes from, as far as proxies are believed. */
export const findAddress = ({ socket, headersDistinct }: Request, isTrusted: AddressSet): string | null =>
  findClientAddress(socket.remoteAddress, headersDistinct['x-forwarded-for'] ?? [], isTrusted)

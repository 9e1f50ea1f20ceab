import type { Socket } from 'node:net'
import { isLoopback, parseAddress, type AddressSet } from '@content-service/identity'

const PROBES = ['/healthz', '/readyz']

/** C15.4: whether a request is a probe of this machine, or of an address in METRICS_ALLOW. */
export const isProbe = (
  path: string,
  { remoteAddress = '' }: Pick<Socket, 'remoteAddress'>,
  metricsAllow: AddressSet,
): boolean => {
  const peer = parseAddress(remoteAddress)
  return PROBES.includes(path) && peer !== null && (isLoopback(peer) || metricsAllow(peer))
}

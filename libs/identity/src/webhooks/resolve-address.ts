import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { parseAddress } from '../addresses/address.ts'

/** The IPv6 addresses that the Internet routes (RFC 4291 §2.4 and IANA). Others are local, translated or unused. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an address is on the Internet, and not in a private network, loopback, a metadata service or multicast. */
export const isPublicAddress = (text: string): boolean => {
  const address = parseAddress(text)
  if (address?.range() !== 'unicast') return false
  return !(address instanceof ipaddr.IPv6) || address.match(GLOBAL_UNICAST)
}

/** Finds the addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

export const resolveByDns: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)

/** The error for an address to which the service does not send. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/** The name or address in a URL, an IPv6 address without its brackets. */
export const readHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * The address for the connection. A name with any private address is refused, because its owner could return another
 * address each time. The caller connects to the result without another look-up.
 */
export const resolveAddress = async (
  url: URL,
  { resolve, allowPrivate }: { readonly resolve: Resolve; readonly allowPrivate: boolean },
): Promise<string> => {
  const name = readHost(url)
  const addresses = isIP(name) === 0 ? await resolve(name) : [name]
  const [first] = addresses
  if (first === undefined) throw new AddressRefused(`The host ${name} has no IP address.`)
  if (!allowPrivate && !addresses.every(isPublicAddress))
    throw new AddressRefused(
      `The host ${name} is in a private network. WEBHOOK_ALLOW_PRIVATE=true allows private networks.`,
    )
  return first
}

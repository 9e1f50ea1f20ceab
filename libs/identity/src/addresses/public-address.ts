import ipaddr from 'ipaddr.js'
import { parseAddress } from './address.ts'

/** The IPv6 addresses that the Internet routes (RFC 4291 §2.4 and IANA). Others are local, translated or unused. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an address is on the Internet, and not in a private network, loopback, a metadata service or multicast. */
export const isPublicAddress = (text: string): boolean => {
  const address = parseAddress(text)
  if (address?.range() !== 'unicast') return false
  return !(address instanceof ipaddr.IPv6) || address.match(GLOBAL_UNICAST)
}

import ipaddr from 'ipaddr.js'
import { parseAddress } from './address.ts'

/** What is routed on the Internet of IPv6 (RFC 4291 §2.4 and IANA): all else is local, translated, or of no use. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an address is one of the Internet: no private network, no loopback, no metadata service, no multicast. */
export const isPublicAddress = (text: string): boolean => {
  const address = parseAddress(text)
  if (address?.range() !== 'unicast') return false
  return !(address instanceof ipaddr.IPv6) || address.match(GLOBAL_UNICAST)
}

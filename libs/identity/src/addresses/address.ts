import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An address as we write it; null for what is none. Four plain decimals or IPv6, which may hold an IPv4 address. */
export const parseAddress = (text: string): Address | null =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : null

const isIPv4 = (address: Address): address is ipaddr.IPv4 => address.kind() === 'ipv4'

/** What an address is counted as: IPv4 as itself, IPv6 as its /64, all of which one customer holds (C9.1). */
export const toAddressBlock = (text: string): string => {
  const address = parseAddress(text)
  if (address === null || isIPv4(address)) return address?.toString() ?? text
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}

/** Whether an address belongs to a range or is an address. */
export type AddressSet = (address: Address) => boolean

const parseRange = (text: string): [Address, number] | null => {
  const alone = parseAddress(text)
  if (alone) return [alone, isIPv4(alone) ? 32 : 128]
  return ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)
    ? ipaddr.parseCIDR(text)
    : null
}

/** The addresses and CIDR ranges of a comma-separated list. @throws Error naming the entry that is neither. */
export const parseAddressSet = (list: string): AddressSet => {
  const ranges = list.split(',').map((entry) => {
    const range = parseRange(entry.trim())
    if (range === null)
      throw new Error(
        `must be a comma-separated list of addresses and CIDR ranges; "${entry.trim()}" is neither`,
      )
    return range
  })
  return (address) => ranges.some((range) => range[0].kind() === address.kind() && address.match(range))
}

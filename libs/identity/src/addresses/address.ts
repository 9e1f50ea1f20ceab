import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Parses four plain decimals, or IPv6, which may contain an IPv4 address. Null for other texts. */
export const parseAddress = (text: string): Address | null =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : null

const isIPv4 = (address: Address): address is ipaddr.IPv4 => address.kind() === 'ipv4'

/** The addresses that count together (C9.1): a single IPv4 address, or an IPv6 /64, which belongs to one customer. */
export const toAddressBlock = (text: string): string => {
  const address = parseAddress(text)
  if (address === null || isIPv4(address)) return address?.toString() ?? text
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}

export const isLoopback = (address: Address): boolean => address.range() === 'loopback'

/** Whether the address is of this machine or of a private network (RFC 1918, RFC 4193). */
export const isPrivate = (address: Address): boolean =>
  ['loopback', 'private', 'uniqueLocal'].includes(address.range())

/** Whether the set contains an address. */
export type AddressSet = (address: Address) => boolean

const parseRange = (text: string): [Address, number] | null => {
  const alone = parseAddress(text)
  if (alone) return [alone, isIPv4(alone) ? 32 : 128]
  return ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)
    ? ipaddr.parseCIDR(text)
    : null
}

/** The addresses and CIDR ranges of a comma-separated list. @throws Error that names the wrong entry. */
export const parseAddressSet = (list: string): AddressSet => {
  const ranges = list.split(',').map((entry) => {
    const range = parseRange(entry.trim())
    if (range === null)
      throw new Error(
        `must be a comma-separated list of IP addresses and CIDR ranges; "${entry.trim()}" is neither`,
      )
    return range
  })
  return (address) => ranges.some((range) => range[0].kind() === address.kind() && address.match(range))
}

/** `203.0.113.9:51234`, `[2001:db8::1]:443` or `[2001:db8::1]`, as some proxies write the address of a client. */
const WITH_PORT = /^(?:(?<ipv4>[\d.]{7,15})(?=:)|\[(?<ipv6>[\da-f:.%]{2,60})\])(?::(?<port>\d{1,5}))?$/i
const MOST_PORT = 65_535

/** C15.5: an entry with a port counts as its address. Null for an entry that is no address. */
const parseEntry = (entry: string): Address | null => {
  const { ipv4, ipv6, port = '0' } = WITH_PORT.exec(entry)?.groups ?? {}
  if (ipv6 !== undefined)
    return ipaddr.IPv6.isValid(ipv6) && Number(port) <= MOST_PORT ? parseAddress(ipv6) : null
  return Number(port) <= MOST_PORT ? parseAddress(ipv4 ?? entry) : null
}

/** The entries of all X-Forwarded-For headers in the order in which proxies have appended them. */
const splitEntries = (headers: readonly string[]): readonly string[] =>
  headers.flatMap((header) => header.split(',')).map((entry) => entry.trim())

/**
 * C10.2: the client that trusted proxies name: the rightmost X-Forwarded-For entry that is not a trusted proxy.
 * `forwarded` contains the values of that header. Null if the peer is not trusted, or if an entry is not an address.
 */
const findForwarded = (
  peer: Address,
  forwarded: readonly string[],
  isTrusted: AddressSet,
): Address | null => {
  let client: Address | null = null
  for (const entry of splitEntries(forwarded).toReversed()) {
    if (!isTrusted(client ?? peer)) break
    client = parseEntry(entry)
    if (client === null) break
  }
  return client
}

export const findForwardedClient = (
  peer: string | undefined,
  forwarded: readonly string[],
  isTrusted: AddressSet,
): Address | null => {
  const direct = parseAddress(peer ?? '')
  return direct && findForwarded(direct, forwarded, isTrusted)
}

/** C10.2: the client that trusted proxies name; otherwise the peer, also if the header is wrong. */
export const findClientAddress = (
  peer: string | undefined,
  forwarded: readonly string[],
  isTrusted: AddressSet,
): string | null => {
  const direct = peer === undefined ? null : parseAddress(peer)
  if (direct === null) return peer ?? null
  return (findForwarded(direct, forwarded, isTrusted) ?? direct).toString()
}

import { parseAddress, type AddressSet } from './address.ts'

/** The entries of all X-Forwarded-For headers in the order in which proxies have appended them. */
const splitEntries = (headers: readonly string[]): readonly string[] =>
  headers.flatMap((header) => header.split(',')).map((entry) => entry.trim())

/**
 * C10.2: the client is the rightmost X-Forwarded-For entry that is not a trusted proxy. If an entry is not an address, the
 * header is wrong and the client is the peer. `forwarded` contains the values of that header.
 */
export const findClientAddress = (
  peer: string | undefined,
  forwarded: readonly string[],
  isTrusted: AddressSet,
): string | null => {
  const direct = peer === undefined ? null : parseAddress(peer)
  if (direct === null) return peer ?? null
  let client = direct
  for (const entry of splitEntries(forwarded).toReversed()) {
    if (!isTrusted(client)) break
    const next = parseAddress(entry)
    if (next === null) return direct.toString()
    client = next
  }
  return client.toString()
}

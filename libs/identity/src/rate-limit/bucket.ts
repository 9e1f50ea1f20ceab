import { LRUCache } from 'lru-cache'
import { toAddressBlock } from '../addresses/address.ts'
import type { Principal } from '../authenticate.ts'

/** The requests that count together. */
export interface Bucket {
  /** The quota of the bucket. */
  readonly kind: 'credential' | 'address'
  readonly name: string
}

/** An API key has its own bucket. A user has one bucket for Bearer and Basic. Null for anonymous senders. */
const findProvenName = ({ caller, credential }: Principal): string | null => {
  if (credential.startsWith('api-key ')) return credential
  if (caller.id !== null) return `user ${caller.id}`
  return caller.client === undefined ? null : nameClient(caller.client)
}

const nameClient = (id: string): string => `client ${id}`

const MOST_BUCKETS = 10_000

/** The buckets of recent addresses. */
const buckets = new LRUCache<string, Bucket>({
  max: MOST_BUCKETS,
  memoMethod: (address) => ({ kind: 'address', name: toAddressBlock(address) }),
})

const UNKNOWN: Bucket = { kind: 'address', name: 'unknown' }

/** C9.1: anonymous senders count by the address, so that an invented credential is not a new bucket. */
export const getAddressBucket = (address: string | null): Bucket =>
  address === null ? UNKNOWN : buckets.memo(address)

/** A client that is authenticated by its secret or its own token. */
export const getClientBucket = (id: string): Bucket => ({ kind: 'credential', name: nameClient(id) })

/** C9.1: the user, the key or the client; otherwise the address. */
export const getBucket = (principal: Principal, address: string | null): Bucket => {
  const name = findProvenName(principal)
  return name === null ? getAddressBucket(address) : { kind: 'credential', name }
}

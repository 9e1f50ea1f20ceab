import { nameCaller } from '@content-service/domain/internal/access'
import { LRUCache } from 'lru-cache'
import { toAddressBlock } from '../addresses/address.ts'
import type { Principal } from '../sign-in/authenticate.ts'

/** The requests that count together. */
export interface Bucket {
  /** The quota of the bucket. */
  readonly kind: 'credential' | 'address'
  readonly name: string
}

/** An API key has its own bucket. A user has one bucket for Bearer and Basic. Null for anonymous senders. */
const findProvenName = ({ caller, credential }: Principal): string | null =>
  credential.startsWith('api-key ') ? credential : nameCaller(caller)

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
export const getClientBucket = (id: string): Bucket => ({ kind: 'credential', name: `client ${id}` })

/** C9.1: the user, the key or the client; otherwise the address. */
export const getBucket = (principal: Principal, address: string | null): Bucket => {
  const name = findProvenName(principal)
  return name === null ? getAddressBucket(address) : { kind: 'credential', name }
}

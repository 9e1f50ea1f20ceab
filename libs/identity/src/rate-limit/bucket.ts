import { toAddressBlock } from '../addresses/address.ts'
import type { Principal } from '../authenticate.ts'

/** Whose requests are counted together. */
export interface Bucket {
  /** Which of the two quotas it has. */
  readonly kind: 'credential' | 'address'
  readonly name: string
}

/** Who proved themselves: an API key is itself, whosever it is; a user is one by Bearer and by Basic. */
const findProvenName = ({ caller, credential }: Principal): string | null => {
  if (credential.startsWith('api-key ')) return credential
  if (caller.id !== null) return `user ${caller.id}`
  return caller.client === undefined ? null : nameClient(caller.client)
}

const nameClient = (id: string): string => `client ${id}`

/** C9.1: whoever has proved nothing counts by the address, so that a made-up credential is no fresh bucket. */
export const getAddressBucket = (address: string | null): Bucket => ({
  kind: 'address',
  name: address === null ? 'unknown' : toAddressBlock(address),
})

/** A client that has proved itself, with its secret or by a token of its own. */
export const getClientBucket = (id: string): Bucket => ({ kind: 'credential', name: nameClient(id) })

/** C9.1: the user, the key or the client, whatever the address; the address where there is none of them. */
export const getBucket = (principal: Principal, address: string | null): Bucket => {
  const name = findProvenName(principal)
  return name === null ? getAddressBucket(address) : { kind: 'credential', name }
}

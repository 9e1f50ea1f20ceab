import { parseAddress, toAddressBlock, type AddressSet, type Bucket } from '@content-service/identity'
import type { IncomingMessage } from 'node:http'
import { findAddress } from '../http/request-address.ts'

/** C15.4: the credential and the address for which a response counts while it waits. A trusted proxy is no client. */
export const listHolders = (
  { trustProxy }: { readonly trustProxy: AddressSet },
  { address, bucket }: { readonly address: string | null; readonly bucket: Bucket | undefined },
): readonly string[] => {
  const parsed = parseAddress(address ?? '')
  const isProxy = parsed !== null && trustProxy(parsed)
  return [
    ...(bucket?.kind === 'credential' ? [`credential ${bucket.name}`] : []),
    ...(address === null || isProxy ? [] : [`address ${toAddressBlock(address)}`]),
  ]
}

/** The holders of the response to a request. */
export const findHolders = (
  settings: { readonly trustProxy: AddressSet },
  request: IncomingMessage,
  bucket: Bucket | undefined,
): readonly string[] => listHolders(settings, { address: findAddress(request, settings.trustProxy), bucket })

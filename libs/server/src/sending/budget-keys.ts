import { parseAddress, toAddressBlock, type AddressSet, type Bucket } from '@content-service/identity'

/** C15.4: the credential and the IP address for which a response counts while it waits. A trusted proxy is no client. */
export const listBudgetKeys = (
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

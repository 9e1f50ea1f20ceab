import { getAddressBucket, getBucket, type RequestHeaders } from '@content-service/identity'
import type { IncomingMessage } from 'node:http'
import { Cancellation } from './cancellation.ts'
import type { Admission } from './compose-identity.ts'
import type { Service } from './compose.ts'
import { listHeader } from './http/list-header.ts'
import { findAddress } from './request-address.ts'
import type { RequestLocals } from './request-locals.ts'

/**
 * The headers that contain credentials. Repeated headers stay separate, because two credentials are an error (C7.1).
 */
const credentialHeaders = (request: IncomingMessage): RequestHeaders => {
  const { authorization, 'x-api-key': apiKey } = request.headers
  return {
    ...(authorization !== undefined && { authorization: listHeader(request, 'authorization') }),
    ...(apiKey !== undefined && { 'x-api-key': listHeader(request, 'x-api-key') }),
  }
}

/** OPTIONS does not count: browsers send preflights automatically, and the response is as cheap as a refusal. */
export const countRequests = ({ method }: IncomingMessage): 0 | 1 => (method === 'OPTIONS' ? 0 : 1)

type Identified = Pick<RequestLocals, 'context' | 'bucket' | 'renewal' | 'abort'>

/** Authenticates the sender, and creates the context of the operations. OPTIONS needs no credential (C6.2). */
export const identifySender = async (
  service: Service,
  request: IncomingMessage,
  { requestId, quotaUsage }: Pick<RequestLocals, 'requestId' | 'quotaUsage'>,
): Promise<Identified> => {
  const cancellation = new Cancellation()
  const address = findAddress(request, service.trustProxy)
  const client = {
    signal: cancellation,
    address,
    requestId,
    quota: service.createQuota(quotaUsage, address),
  }
  const admission: Admission = {
    reserve: () => quotaUsage.reserve(getAddressBucket(address)),
    admit: (principal) => quotaUsage.admit(getBucket(principal, address), countRequests(request)),
  }
  const headers = request.method === 'OPTIONS' ? {} : credentialHeaders(request)
  const principal = await service.identify(headers, client, admission)
  return {
    abort: () => cancellation.cancel(),
    context: service.contextFor(principal, client),
    bucket: getBucket(principal, address),
    renewal: async () => {
      const renewed = await service.renewal(headers, principal)
      return async () => service.contextFor(await renewed(), client)
    },
  }
}

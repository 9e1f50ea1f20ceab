import type { IncomingMessage } from 'node:http'
import { nameCaller } from '@content-service/domain/internal/access'
import { RequestSender } from '@content-service/domain/internal/reading'
import {
  getAddressBucket,
  getBucket,
  refuseTokenInQuery,
  type Principal,
  type RequestHeaders,
} from '@content-service/identity'
import { Cancellation } from '../composition/cancellation.ts'
import type { Service } from '../composition/compose.ts'
import type { AdmittedExchange, Exchange, AdmittedSender } from './exchange.ts'
import { listHeader } from './list-header.ts'

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
export const countRequests = ({ method }: Pick<Exchange, 'method'>): 0 | 1 => (method === 'OPTIONS' ? 0 : 1)

/** C15.16: a user with all sessions and keys, a client, or an address. */
const namePerson = ({ caller }: Principal, address: string | null): string =>
  nameCaller(caller) ?? `address ${getAddressBucket(address).name}`

/** Authenticates the sender, and creates the context of the operations. OPTIONS needs no credential (C6.2). */
const identify = async (service: Service, exchange: Exchange): Promise<AdmittedSender> => {
  const { request, method, requestId, quotaUsage, address } = exchange
  const cancellation = new Cancellation()
  const facts = {
    signal: cancellation,
    address,
    requestId,
    quota: service.createQuota(quotaUsage, address),
    noteLists: exchange.noteLists,
  }
  const headers = method === 'OPTIONS' ? {} : credentialHeaders(request)
  const principal = await service.identify(headers, facts, {
    reserve: () => quotaUsage.reserve(getAddressBucket(address)),
    admit: (sender) => quotaUsage.admit(getBucket(sender, address), countRequests(exchange)),
  })
  const asks = new RequestSender(namePerson(principal, address), (requests) =>
    quotaUsage.chargeAfterwards(requests),
  )
  return {
    asks,
    abort: () => {
      cancellation.cancel()
      asks.leave()
    },
    context: service.contextFor(principal, facts),
    bucket: getBucket(principal, address),
    renewal: async () => {
      const renewed = await service.renewal(headers, principal)
      return async () => service.contextFor(await renewed(), facts)
    },
  }
}

/**
 * Counts a request in the quota of its sender, who is authenticated. @throws CredentialRefused, RateLimited, BAD_REQUEST for a
 * token in the address (C7.1).
 */
export const admit = async (service: Service, exchange: Exchange): Promise<AdmittedExchange> => {
  exchange.sender = await identify(service, exchange)
  const [, query] = exchange.target.split('?')
  if (query !== undefined) refuseTokenInQuery(new URLSearchParams(query))
  // The first line sets the sender.
  return exchange as AdmittedExchange
}

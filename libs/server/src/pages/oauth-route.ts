import { RateLimited } from '@content-service/domain/internal/rules'
import {
  getAddressBucket,
  getClientBucket,
  createRateLimitResponse,
  createUnreadableBodyResponse,
  type AdmitClient,
  type OAuthRequest,
  type OAuthResponse,
} from '@content-service/identity'
import type { RequestHandler } from 'express'
import type { Service } from '../composition/compose.ts'
import { countRequests } from '../http/admit.ts'
import { getExchange, type Exchange } from '../http/exchange.ts'
import { readBody, UnreadableBody } from '../http/read-body.ts'
import { sendAnswer } from '../http/send.ts'
import { prefersPage } from '../http/prefers-page.ts'

/** Joins repeated headers, so that two credentials become one invalid credential. */
const joinHeaders = ({ request: { headersDistinct } }: Exchange): OAuthRequest['headers'] =>
  Object.fromEntries(Object.entries(headersDistinct).map(([name, values]) => [name, values?.join(', ')]))

/** The request for the OAuth endpoints and the pages with forms. */
export const toPageRequest = (exchange: Exchange, { formLimits }: Service): OAuthRequest => {
  const { method, path, target, body, address, requestId: id } = exchange
  const query = target.split('?').slice(1).join('?')
  return { path, query, method, headers: joinHeaders(exchange), body, id, address, formLimits }
}

/** C9.1: counts a request for its client, or for its address. */
const createAdmission =
  (exchange: Exchange): AdmitClient =>
  (client) => {
    const bucket = client === null ? getAddressBucket(exchange.address) : getClientBucket(client)
    return exchange.quotaUsage.admit(bucket, countRequests(exchange))
  }

/** Reads the form of a request. A request whose body is unreadable counts, too. @throws UnreadableBody, RateLimited. */
const readForm = async (exchange: Exchange, { formLimits }: Service, admit: AdmitClient): Promise<void> => {
  try {
    await readBody(exchange, { limit: formLimits.bytes })
  } catch (error) {
    if (error instanceof UnreadableBody) await admit(null)
    throw error
  }
}

/** RFC 6749 §5.2 for a request that reaches no endpoint; null for an error of the service. */
const refuseUnreadable = (error: unknown): OAuthResponse | null => {
  if (error instanceof RateLimited) return createRateLimitResponse(error)
  const { status = 500 } = error as { readonly status?: number }
  return status >= 500 ? null : createUnreadableBodyResponse(status)
}

const answerRequest = async (service: Service, exchange: Exchange): Promise<OAuthResponse> => {
  const admit = createAdmission(exchange)
  await readForm(exchange, service, admit)
  return service.oauth(toPageRequest(exchange, service), admit)
}

/** The paths under /oauth, and the metadata (C1). */
export const answerOAuth =
  (service: Service): RequestHandler =>
  async (_request, response, next) => {
    const exchange = getExchange(response)
    const answer = await answerRequest(service, exchange).catch((error: unknown) => {
      const refusal = response.headersSent ? null : refuseUnreadable(error)
      if (refusal) return refusal
      throw error
    })
    // No endpoint has this path. A browser gets the page of all wrong URLs.
    if (answer.status === 404 && prefersPage(exchange, 'application/json')) next()
    else sendAnswer(service, exchange, answer)
  }

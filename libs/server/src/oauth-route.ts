import { RateLimited } from '@content-service/domain/rules'
import {
  getAddressBucket,
  getClientBucket,
  createRateLimitResponse,
  createUnreadableBodyResponse,
  type AdmitClient,
  type OAuthRequest,
} from '@content-service/identity'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { Service } from './compose.ts'
import { countRequests } from './identify-sender.ts'
import { findAddress } from './request-address.ts'
import { getLocals } from './request-locals.ts'
import { sendAnswer } from './sending/send-answer.ts'

/** Joins repeated headers, so that two credentials become one invalid credential. */
const joinHeaders = ({ headersDistinct }: Request): OAuthRequest['headers'] =>
  Object.fromEntries(Object.entries(headersDistinct).map(([name, values]) => [name, values?.join(', ')]))

const splitUrl = ({ originalUrl }: Request): Pick<OAuthRequest, 'path' | 'query'> => {
  const [path = '', ...query] = originalUrl.split('?')
  return { path, query: query.join('?') }
}

/** The request for the OAuth endpoints and the pages with forms. */
export const toPageRequest = (
  request: Request,
  response: Response,
  { trustProxy, formLimits }: Service,
): OAuthRequest => {
  const { body, requestId: id } = getLocals(response)
  const { method } = request
  const address = findAddress(request, trustProxy)
  return { ...splitUrl(request), method, headers: joinHeaders(request), body, id, address, formLimits }
}

/** C9.1: counts a request for its client, or for its address. */
const createAdmission =
  (request: Request, response: Response, { trustProxy }: Service): AdmitClient =>
  (client) => {
    const bucket =
      client === null ? getAddressBucket(findAddress(request, trustProxy)) : getClientBucket(client)
    return getLocals(response).quotaUsage.admit(bucket, countRequests(request))
  }

/** The routes under /oauth, and the metadata (C1). */
export const oauthRoute =
  (service: Service): RequestHandler =>
  async (request, response) => {
    const admit = createAdmission(request, response, service)
    const { bodyError } = getLocals(response)
    if (bodyError !== undefined) {
      await admit(null)
      throw bodyError
    }
    const answer = await service.oauth(toPageRequest(request, response, service), admit)
    sendAnswer(service, [request, response], answer)
  }

/** RFC 6749 §5.2 for requests that reach no endpoint. Express recognizes an error handler by its four parameters. */
export const refuseUnreadable =
  (service: Service): ErrorRequestHandler =>
  (error, request, response, next) => {
    const { status = 500 } = error as { readonly status?: number }
    if (response.headersSent || status >= 500) return next(error)
    const answer =
      error instanceof RateLimited ? createRateLimitResponse(error) : createUnreadableBodyResponse(status)
    sendAnswer(service, [request, response], answer)
  }

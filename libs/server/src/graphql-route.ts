import { isUtf8 } from 'node:buffer'
import { ContentError, RateLimited } from '@content-service/domain'
import { rateLimitedAnswer, type OperationNote } from '@content-service/graphql-schema'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { Service } from './compose.ts'
import { getLocals } from './request-locals.ts'

type Answer = Awaited<ReturnType<Service['graphql']>>

/** Bytes that are no UTF-8 would be replaced, and the request be another one. */
const decodeBody = (body: Buffer | null): string => {
  if (body === null)
    throw new ContentError(
      'PAYLOAD_TOO_LARGE',
      'The body is larger than the limit of this service (BODY_LIMIT). Send a smaller body.',
    )
  if (isUtf8(body)) return body.toString('utf8')
  throw new ContentError('BAD_REQUEST', 'The body is not UTF-8.')
}

/** A request as the handlers of GraphQL read it, and what they count and tell of it. */
export const graphqlRequest = (request: Request, response: Response) => {
  const { body, context, requestId, quotaUsage } = getLocals(response)
  return {
    method: request.method,
    url: request.originalUrl,
    headers: request.headers,
    body: decodeBody(body),
    raw: request,
    context: {
      domain: context,
      requestId,
      note: (operation: OperationNote) => void (response.locals['operation'] = operation),
      charge: (requests: number) => quotaUsage.charge(requests),
    },
  }
}

/** C5.7: what is served here goes by Accept. */
export const varyByAccept: RequestHandler = (_request, response, next) => {
  response.vary('Accept')
  next()
}

export const sendGraphql = (response: Response, [answer, { status, headers = {} }]: Answer): void => {
  const content = answer ?? ''
  const length = { 'content-length': String(Buffer.byteLength(content)) }
  response.writeHead(status, { 'cache-control': 'no-store', ...headers, ...length }).end(content)
}

export const graphqlRoute =
  ({ graphql }: Service): RequestHandler =>
  async (request, response, next) => {
    if (request.path !== '/') return next()
    const asked = graphqlRequest(request, response)
    const { abort } = getLocals(response)
    sendGraphql(response, await graphql({ ...asked, context: { ...asked.context, abort } }))
  }

/** C9.1: who is not admitted is told so in the words of GraphQL. Express tells an error handler by its four parameters. */
export const refuseExcess: ErrorRequestHandler = (error, request, response, next) =>
  error instanceof RateLimited ? sendGraphql(response, rateLimitedAnswer(request, error)) : next(error)

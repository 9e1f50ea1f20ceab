import { isUtf8 } from 'node:buffer'
import { ContentError, type ContentModel } from '@content-service/domain'
import { RateLimited } from '@content-service/domain/rules'
import { showsSecret } from '@content-service/domain/service'
import { createRateLimitedAnswer, type OperationNote, writeTypeDefs } from '@content-service/graphql-schema'
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express'
import type { Service } from './compose.ts'
import { getLocals } from './request-locals.ts'
import { allowMethods } from './allowed-methods.ts'
import { memoize } from './memoize.ts'
import { refuseGraphql } from './sending/no-room.ts'
import { sendThroughExpress, type Exchange } from './sending/send-answer.ts'

type Answer = Awaited<ReturnType<Service['graphql']>>

/** @throws ContentError for bytes that are not UTF-8: a decoder would replace them and change the request. */
const decodeBody = (body: Buffer | null): string => {
  if (body === null)
    throw new ContentError(
      'PAYLOAD_TOO_LARGE',
      'The body is larger than the limit of this service (BODY_LIMIT). Send a smaller body.',
    )
  if (isUtf8(body)) return body.toString('utf8')
  throw new ContentError('BAD_REQUEST', 'The body is not UTF-8.')
}

/** The request for the handlers of GraphQL. */
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
      charge: (requests: number) => quotaUsage.chargeOperation(requests),
    },
  }
}

export const sendGraphql = (
  service: Service,
  [request, response]: Exchange,
  [answer, { status, headers }]: Answer,
): void =>
  sendThroughExpress(
    service,
    [request, response],
    {
      status,
      headers: { 'cache-control': 'no-store', ...headers },
      body: answer ?? '',
      isSecret: showsSecret(service.model, getLocals(response).operation?.fields ?? []),
    },
    () => refuseGraphql(request, { isMutation: getLocals(response).operation?.type === 'mutation' }),
  )

export const graphqlRoute =
  (service: Service): RequestHandler =>
  async (request, response, next) => {
    if (request.path !== '/') return next()
    const asked = graphqlRequest(request, response)
    const { abort } = getLocals(response)
    const answer = await service.graphql({ ...asked, context: { ...asked.context, abort } })
    sendGraphql(service, [request, response], answer)
  }

/**
 * C9.1: refuses requests beyond the quota in the format of GraphQL. Express recognizes an error handler by its four
 * parameters.
 */
export const refuseExcess =
  (service: Service): ErrorRequestHandler =>
  (error, request, response, next) =>
    error instanceof RateLimited
      ? sendGraphql(service, [request, response], createRateLimitedAnswer(request, error))
      : next(error)

/** C5.10: the schema with its applied directives, which introspection does not contain. */
export const schemaRoute = (model: ContentModel): Router => {
  // Responses share the bytes. Each of them would have a copy of a text.
  const typeDefs = memoize(() => Buffer.from(writeTypeDefs(model)))
  return Router()
    .all('/schema.graphql', allowMethods('GET', 'HEAD'))
    .get('/schema.graphql', (_request, response) => {
      response.setHeader('cache-control', 'public, max-age=300')
      response.type('text/plain; charset=utf-8').send(typeDefs())
    })
}

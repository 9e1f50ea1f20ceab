import { isUtf8 } from 'node:buffer'
import { ContentError, RateLimited } from '@content-service/domain'
import { rateLimitedAnswer } from '@content-service/graphql-schema'
import { RestError, refusalResponse } from '@content-service/rest-handlers'
import { sendRestResponse, toRestRequest } from '@content-service/rest-handlers/express'
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from 'express'
import helmet from 'helmet'
import { allowMethods } from './allowed-methods.ts'
import type { Service } from './compose.ts'
import { crossOrigin } from './cross-origin.ts'
import { errorPages } from './error-pages.ts'
import { graphiql } from './graphiql/graphiql-route.ts'
import { refuseTwoHosts } from './http/one-host.ts'
import { MAX_FORM_BYTES, oauthRoute, passwordRoute, refuseUnreadable } from './oauth-route.ts'
import { identify, localsOf, meter, nameRequest, readBody, refuseUnread } from './request-context.ts'
import { docsRoute } from './openapi/docs-route.ts'
import { openApiRoute } from './openapi/openapi-route.ts'
import { healthRoutes } from './operating/health-routes.ts'
import { observe } from './operating/observation.ts'
import { schemaRoute } from './schema-route.ts'
import { strictTransport } from './strict-transport.ts'

/** Bytes that are no UTF-8 would be replaced, and the request be another one. */
const textOf = (body: Buffer): string => {
  if (isUtf8(body)) return body.toString('utf8')
  throw new ContentError('BAD_REQUEST', 'The body is not UTF-8.')
}

const sendGraphql = (
  response: Response,
  [answer, { status, headers = {} }]: Awaited<ReturnType<Service['graphql']>>,
): void => {
  const content = answer ?? ''
  const length = { 'content-length': String(Buffer.byteLength(content)) }
  response.writeHead(status, { 'cache-control': 'no-store', ...headers, ...length }).end(content)
}

const graphqlRoute =
  ({ graphql }: Service): RequestHandler =>
  async (request, response, next) => {
    if (request.path !== '/') return next()
    const { body, context, requestId, abort, allowance } = localsOf(response)
    if (body === null)
      throw new ContentError('PAYLOAD_TOO_LARGE', 'The body is larger than this service takes.')
    const answered = await graphql({
      method: request.method,
      url: request.originalUrl,
      headers: request.headers,
      body: textOf(body),
      raw: request,
      context: {
        domain: context,
        requestId,
        abort,
        note: (operation) => void (response.locals['operation'] = operation),
        charge: (requests) => allowance.charge(requests),
      },
    })
    sendGraphql(response, answered)
  }

/** C9.1: who is not admitted is told so in the words of GraphQL. Express tells an error handler by its four parameters. */
const refuseExcess: ErrorRequestHandler = (error, request, response, next) =>
  error instanceof RateLimited ? sendGraphql(response, rateLimitedAnswer(request, error)) : next(error)

const restRoute =
  ({ rest }: Service): RequestHandler =>
  async (request, response) => {
    const { body, context, requestId } = localsOf(response)
    sendRestResponse(response, await rest(toRestRequest(request, requestId, body), context), request.method)
  }

/** What express itself refuses, such as a path that cannot be decoded, has a status below 500. */
const asRefusal = (error: unknown): unknown => {
  const { status } = error as { readonly status?: number }
  if (error instanceof ContentError || status === undefined || status >= 500) return error
  return status === 415
    ? new RestError('UNSUPPORTED_MEDIA_TYPE', 'This content encoding is not supported.')
    : new RestError('BAD_REQUEST', 'The request is malformed.')
}

/** Express tells an error handler by its four parameters. */
const answerErrors =
  (service: Service): ErrorRequestHandler =>
  (error, request, response, next) => {
    if (response.headersSent) return next(error)
    sendRestResponse(
      response,
      refusalResponse(asRefusal(error), localsOf(response).requestId, service),
      request.method,
    )
  }

const notFound: RequestHandler = () => {
  throw new ContentError('NOT_FOUND', 'There is nothing at this address; see /graphql and /api.')
}

/** Strict-Transport-Security has a condition of its own: see strict-transport.ts. */
const securityHeaders = helmet({ strictTransportSecurity: false })

const newApp = ({ trustProxy, observed }: Service): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  return app.use(nameRequest, observe(observed), securityHeaders, strictTransport(trustProxy), refuseTwoHosts)
}

const useOAuth = (app: Express, service: Service): void => {
  for (const path of ['/oauth', '/.well-known/oauth-authorization-server'])
    app.use(
      path,
      crossOrigin(service.corsOrigins),
      meter(service),
      readBody(MAX_FORM_BYTES),
      oauthRoute(service),
      refuseUnreadable,
    )
}

/** C1: OAuth alone, for the origin of AUTH_URL. */
export const createAuthApp = (service: Service): Express => {
  const app = newApp(service)
  useOAuth(app, service)
  return app.use(notFound, answerErrors(service))
}

/** Puts the service's interfaces on one express application. */
export const createApp = (service: Service, bodyLimit: number): Express => {
  const app = newApp(service)
  app.use(healthRoutes(service))
  const counted = [meter(service), readBody(bodyLimit), identify(service), refuseUnread]
  app.use(['/graphql', '/api'], crossOrigin(service.corsOrigins), ...counted)
  app.use('/graphql', refuseExcess)
  app.options('/graphql', allowMethods('GET', 'POST'))
  if (service.hasGraphiql) app.use('/graphql', graphiql)
  app.use('/graphql', schemaRoute)
  app.use('/api/errors', errorPages)
  app.use('/api', openApiRoute(service), docsRoute)
  app.use('/graphql', graphqlRoute(service))
  app.use('/api', restRoute(service))
  useOAuth(app, service)
  app.use('/account/password', readBody(MAX_FORM_BYTES), refuseUnread, passwordRoute(service))
  app.use(notFound)
  app.use(answerErrors(service))
  return app
}

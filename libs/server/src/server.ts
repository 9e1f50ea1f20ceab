import { ContentError, type Context } from '@content-service/domain'
import { toRestRequest } from '@content-service/rest-handlers/express'
import { RestError, createRefusalResponse } from '@content-service/rest-handlers/problems'
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express'
import { authzenDiscovery, authzenRoute, needsQuestion } from './access/authzen-route.ts'
import { allowMethods } from './allowed-methods.ts'
import { commonHeaders } from './common-headers.ts'
import type { Service } from './compose.ts'
import { crossOrigin } from './cross-origin.ts'
import { exportRoute } from './export-route.ts'
import { graphiql } from './graphiql/graphiql-route.ts'
import { graphqlRoute, refuseExcess, schemaRoute } from './graphql-route.ts'
import { refuseExcessConnection } from './http/connection-limit.ts'
import { varyByAccept } from './http/header-middleware.ts'
import {
  refuseTwoHosts,
  identify,
  meter,
  assignRequestId,
  readBody,
  refuseUnread,
} from './request-context.ts'
import { streamRoute } from './live/stream-route.ts'
import { oauthRoute, refuseUnreadable } from './oauth-route.ts'
import { getLocals } from './request-locals.ts'
import { docsRoute, openApiRoute } from './openapi/openapi-route.ts'
import { healthRoutes } from './operating/health-routes.ts'
import { observe } from './operating/observation.ts'
import { accountRoutes } from './pages/account-routes.ts'
import { documentPages } from './pages/document-pages.ts'
import { ERRORS, GUIDES } from './pages/documents.ts'
import { faviconRoute } from './pages/favicon-route.ts'
import { homeRoute } from './pages/home-route.ts'
import { prefersPage } from './pages/prefers-page.ts'
import { refusalPage } from './pages/refusal-page.ts'
import { loadRest } from './rest-interface.ts'
import { sendAnswer } from './sending/send-answer.ts'

const restRoute =
  (service: Service): RequestHandler =>
  async (request, response) => {
    const { body, context, requestId } = getLocals(response)
    const { answer } = await service.rest.load()
    sendAnswer(service, [request, response], await answer(toRestRequest(request, requestId, body), context))
  }

const needsRestBody =
  ({ rest }: Service) =>
  async (request: Request, context: Context): Promise<boolean> => {
    const { needsBody } = await rest.load()
    return needsBody(toRestRequest(request, '', null), context)
  }

const explainRefusal = (error: unknown): string =>
  error instanceof URIError
    ? 'The path has a % that begins no escape of UTF-8. Write it as %25.'
    : 'The service cannot read the body. Its bytes must have the encoding and the length that Content-Encoding and Content-Length name.'

/** Refusals of express, such as for a malformed path, have a status below 500. */
const toRefusal = (error: unknown): unknown => {
  const { status } = error as { readonly status?: number }
  if (error instanceof ContentError || status === undefined || status >= 500) return error
  return status === 415
    ? new RestError('UNSUPPORTED_MEDIA_TYPE', 'The service does not support this content encoding.')
    : new RestError('BAD_REQUEST', explainRefusal(error))
}

/** Whether the address is a page for people, to which mails link. */
const isAccountPage = ({ originalUrl }: Request): boolean => originalUrl.startsWith('/account/')

/** Express recognizes an error handler by its four parameters. */
const answerErrors =
  (service: Service): ErrorRequestHandler =>
  (error, request, response, next) => {
    if (response.headersSent) return next(error)
    const refused = createRefusalResponse(toRefusal(error), getLocals(response).requestId, service)
    const isForPerson = isAccountPage(request) && prefersPage(request, response, 'application/json')
    sendAnswer(service, [request, response], isForPerson ? refusalPage(refused) : refused)
  }

const notFound: RequestHandler = () => {
  throw new ContentError(
    'NOT_FOUND',
    'Nothing exists at this address. GraphQL is at /graphql, and REST is at /api.',
  )
}

const newApp = (service: Service): Express => {
  const { traceRequests, rest, recordObservation } = service
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  if (traceRequests !== null) app.use(traceRequests)
  app.use(
    assignRequestId,
    observe(rest, recordObservation),
    loadRest(service),
    ...commonHeaders(service),
    refuseTwoHosts,
  )
  app.use(refuseExcessConnection(service))
  return app.use(faviconRoute)
}

const useOAuth = (app: Express, service: Service): void => {
  for (const path of ['/oauth', '/.well-known/oauth-authorization-server'])
    app.use(
      path,
      crossOrigin(service.corsOrigins),
      meter(service),
      readBody(service.formLimits.bytes),
      oauthRoute(service),
      refuseUnreadable(service),
    )
}

/** C1: the application with OAuth alone, for the origin of AUTH_URL. */
export const createAuthApp = (service: Service): Express => {
  const app = newApp(service)
  useOAuth(app, service)
  return app.use(notFound, answerErrors(service))
}

/** The express application with all interfaces of the service. */
export const createApp = (service: Service, bodyLimit: number): Express => {
  const app = newApp(service)
  app.use(healthRoutes(service), homeRoute(service))
  app.all(['/graphql', '/graphql/stream'], varyByAccept)
  const counted = [meter(service), identify(service)]
  app.use(['/graphql', '/api'], crossOrigin(service.corsOrigins), ...counted)
  app.use('/graphql', readBody(bodyLimit), refuseUnread)
  app.use('/api', readBody(bodyLimit, needsRestBody(service)), refuseUnread)
  app.use('/graphql', refuseExcess(service))
  app.options(['/graphql', '/graphql/stream'], allowMethods('GET', 'POST'))
  if (service.hasGraphiql) app.use('/graphql', graphiql)
  app.use('/graphql', schemaRoute(service.model))
  app.use(ERRORS.path, documentPages(service, ERRORS))
  app.use(GUIDES.path, documentPages(service, GUIDES))
  app.use('/api', homeRoute(service), openApiRoute(service), docsRoute(service))
  app.use('/graphql', streamRoute(service), refuseExcess(service), graphqlRoute(service))
  app.use('/api', restRoute(service))
  app.all('/.well-known/authzen-configuration', ...counted, ...authzenDiscovery(service))
  app.use('/access', ...counted, readBody(bodyLimit, needsQuestion), refuseUnread, authzenRoute(service))
  useOAuth(app, service)
  app.use('/account/export', exportRoute(service))
  app.use(accountRoutes(service))
  app.use(notFound)
  app.use(answerErrors(service))
  return app
}

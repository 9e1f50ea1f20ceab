import { ContentError } from '@content-service/domain'
import type { OAuthResponse } from '@content-service/identity'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import { authzenDiscovery, authzenRoute } from '../authzen/authzen-route.ts'
import type { Service } from '../composition/compose.ts'
import { graphiqlRoute } from '../graphiql/graphiql-route.ts'
import { answerError, createProblem } from '../http/answer-error.ts'
import { getExchange, type Exchange } from '../http/exchange.ts'
import { sendAnswer } from '../http/send.ts'
import { docsRoute, openApiRoute } from '../openapi/openapi-route.ts'
import { prefersPage } from '../http/prefers-page.ts'
import { exportRoute } from '../pages/export-route.ts'
import { oauthRoute } from '../pages/oauth-route.ts'
import { healthRoutes } from '../pages/health-routes.ts'
import { accountRoutes } from '../pages/account-routes.ts'
import { documentPages } from '../pages/document-pages.ts'
import { ERRORS, GUIDES } from '../pages/documents.ts'
import { faviconRoute } from '../pages/favicon-route.ts'
import { homeRoute } from '../pages/home-route.ts'
import { missingPage } from '../pages/missing-page.ts'
import { refusalPage } from '../pages/refusal-page.ts'
import { schemaRoute } from '../pages/schema-route.ts'

/** Whether the path is a page for people, to which mails link. */
const isAccountPage = ({ path }: Exchange): boolean => path.startsWith('/account/')

const isNotFound = (error: unknown): boolean => error instanceof ContentError && error.code === 'NOT_FOUND'

interface ErrorPages {
  /** The origin of the interfaces; empty if it is that of the page. */
  readonly origin: string
}

/** The page of an error for a person; null for errors that also a browser gets as a problem document. */
const createErrorPage = (
  service: Service,
  exchange: Exchange,
  { error, origin }: ErrorPages & { readonly error: unknown },
): OAuthResponse | null => {
  if (exchange.response.headersSent) return null
  const isAccount = isAccountPage(exchange)
  if (!(isAccount || isNotFound(error)) || !prefersPage(exchange, 'application/json')) return null
  return isAccount ? refusalPage(createProblem(service, exchange, error)) : missingPage(service, { origin })
}

/** Express recognizes an error handler by its four parameters. */
const answerErrors =
  (service: Service, { origin }: ErrorPages): ErrorRequestHandler =>
  (error, _request, response, _next) => {
    const exchange = getExchange(response)
    const page = createErrorPage(service, exchange, { error, origin })
    if (page) sendAnswer(service, exchange, page)
    else answerError(service, exchange, error)
  }

const notFound: RequestHandler = () => {
  throw new ContentError(
    'NOT_FOUND',
    'Nothing exists at this URL. GraphQL is at /graphql, and REST is at /api.',
  )
}

/** The pages and interfaces beside /graphql and /api. `response.locals` is the `Exchange` of the request. */
const newApp = (): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  return app.use(faviconRoute)
}

const useOAuth = (app: Express, service: Service): void =>
  void app.use(['/oauth', '/.well-known/oauth-authorization-server'], oauthRoute(service))

/** C1: the application with OAuth alone, for the origin of AUTH_URL. */
export const createAuthApp = (service: Service): Express => {
  const app = newApp()
  useOAuth(app, service)
  return app.use(notFound, answerErrors(service, { origin: service.baseUrl }))
}

/** The express application for everything but queries, mutations, streams and records. */
export const createApp = (service: Service, bodyLimit: number): Express => {
  const app = newApp()
  app.use(healthRoutes(service), homeRoute(service))
  if (service.hasGraphiql) app.use('/graphql', graphiqlRoute(service))
  app.use('/graphql', schemaRoute(service.model))
  app.use(ERRORS.path, documentPages(service, ERRORS))
  app.use(GUIDES.path, documentPages(service, GUIDES))
  app.use('/api', homeRoute(service), openApiRoute(service), docsRoute(service))
  app.all('/.well-known/authzen-configuration', ...authzenDiscovery(service))
  app.use('/access', authzenRoute(service, bodyLimit))
  useOAuth(app, service)
  app.use('/account/export', exportRoute(service))
  app.use(accountRoutes(service))
  return app.use(notFound, answerErrors(service, { origin: '' }))
}

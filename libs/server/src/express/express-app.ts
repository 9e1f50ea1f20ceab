import { ContentError } from '@content-service/domain'
import type { OAuthResponse } from '@content-service/identity'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import { answerQuestion, showDecisionPoint } from '../authzen/authzen-route.ts'
import type { Service } from '../composition/compose.ts'
import { sendGraphiqlAsset, showGraphiql } from '../graphiql/graphiql-route.ts'
import { answerOtherMethods } from '../http/allow-methods.ts'
import { answerError, createProblem } from '../http/answer-error.ts'
import { getExchange, type Exchange } from '../http/exchange.ts'
import { prefersPage } from '../http/prefers-page.ts'
import { ROUTES, type Page } from '../http/routes.ts'
import { sendAnswer } from '../http/send.ts'
import { sendDocsAsset, showDocs, showOpenApi } from '../openapi/openapi-route.ts'
import { accountPages } from '../pages/account-routes.ts'
import { documentPages } from '../pages/document-pages.ts'
import { ERRORS, GUIDES } from '../pages/documents.ts'
import { downloadExport } from '../pages/export-route.ts'
import { sendFavicon } from '../pages/favicon-route.ts'
import { showMetrics, showReadiness } from '../pages/health-routes.ts'
import { showHome } from '../pages/home-route.ts'
import { missingPage } from '../pages/missing-page.ts'
import { answerOAuth } from '../pages/oauth-route.ts'
import { refusalPage } from '../pages/refusal-page.ts'
import { showSchema } from '../pages/schema-route.ts'
import { studioPages, type StudioPage } from '../studio/studio-routes.ts'

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

const nothing: RequestHandler = () => {
  throw new ContentError(
    'NOT_FOUND',
    'Nothing exists at this URL. GraphQL is at /graphql, and REST is at /api.',
  )
}

/** The handlers of all pages; `graphql` is the page of GraphiQL. A service without the studio has none for its paths. */
type Handlers = Readonly<Record<Exclude<Page, StudioPage>, RequestHandler>> &
  Readonly<Partial<Record<StudioPage | 'graphql', RequestHandler>>>

const listHandlers = (service: Service, bodyLimit: number): Handlers => {
  const [errors, guides] = [documentPages(service, ERRORS), documentPages(service, GUIDES)]
  return {
    favicon: sendFavicon,
    home: showHome(service),
    readiness: showReadiness(service),
    metrics: showMetrics(service),
    ...(service.hasGraphiql && { graphql: showGraphiql(service) }),
    'graphiql asset': service.hasGraphiql ? sendGraphiqlAsset(service.model) : nothing,
    schema: showSchema(service.model),
    errors: errors.list,
    error: errors.document,
    guides: guides.list,
    guide: guides.document,
    openapi: showOpenApi(service),
    docs: showDocs(service),
    'docs asset': sendDocsAsset,
    'authzen discovery': showDecisionPoint(service),
    'authzen question': answerQuestion(service, bodyLimit),
    oauth: answerOAuth(service),
    export: downloadExport(service),
    ...accountPages(service),
    ...(service.studio && studioPages(service, service.studio)),
    nothing,
  }
}

const allowMethods: RequestHandler = (_request, response, next) => {
  const exchange = getExchange(response)
  if (!answerOtherMethods(exchange, exchange.route)) next()
}

/** An application with these handlers on their routes. `response.locals` is the `Exchange` of the request. */
const createExpress = (service: Service, handlers: Partial<Handlers>, pages: ErrorPages): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  const served: Readonly<Record<string, RequestHandler | undefined>> = handlers
  for (const { template, answeredBy } of ROUTES) {
    const handler = served[answeredBy]
    if (handler) app.all(template.replace('/*', '/{*rest}'), allowMethods, handler)
  }
  return app.use(nothing, answerErrors(service, pages))
}

/** C1: the application with OAuth alone, for the origin of AUTH_URL. */
export const createAuthApp = (service: Service): Express =>
  createExpress(service, { favicon: sendFavicon, oauth: answerOAuth(service) }, { origin: service.baseUrl })

/** The express application for everything but queries, mutations, streams and records. */
export const createApp = (service: Service, bodyLimit: number): Express =>
  createExpress(service, listHandlers(service, bodyLimit), { origin: '' })

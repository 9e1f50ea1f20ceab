import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ContentError, type Context } from '@content-service/domain'
import { createGraphqlHandler, createSchema, DocumentRegistry } from '@content-service/graphql-schema'
import { createRestHandler } from '@content-service/rest-handlers'
import { sendRestResponse, toRestRequest } from '@content-service/rest-handlers/express'
import { createRefusalResponse, RestError } from '@content-service/rest-handlers/problems'
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express'
import type { Logger } from 'pino'
import { createComposition } from '../../src/composition/composition.ts'
import { readTrustedDocuments } from '../../src/composition/trusted-documents.ts'
import type { Settings } from '../../src/settings/read-settings.ts'
import { createService, type EmbeddedService } from '../../src/start/embedded.ts'

/**
 * Whether an application of express has mounted the handlers of both interfaces. Tests of what only the listener of the
 * service does leave out this run.
 */
export const IS_MOUNTED = process.env['MOUNTED'] === 'true'

/** The pages and documents of the service beside the routes of REST. */
const DOCUMENTS = /^\/(?:docs|errors|guides|openapi\.json)(?:\/|$)|^\/?$/

interface Mounting {
  readonly settings: Settings
  readonly embedded: EmbeddedService
  readonly report: (error: unknown, requestId: string) => void
  readonly baseUrl: string
}

/** Repeated headers stay separate, so that the service refuses two credentials. */
const listCredentials = ({ headersDistinct }: IncomingMessage) => ({
  authorization: headersDistinct['authorization'],
  'x-api-key': headersDistinct['x-api-key'],
})

interface Scope {
  readonly context: Context
  readonly id: string
  readonly abort: () => void
}

/** Answers a request with the context of its sender, or with the refusal of its credential. */
const withContext =
  (
    mounting: Mounting,
    answer: (request: Request, response: Response, scope: Scope) => Promise<void>,
  ): RequestHandler =>
  async (request, response) => {
    const id = randomUUID()
    response.setHeader('x-request-id', id)
    try {
      const address = request.socket.remoteAddress ?? null
      const headers = request.method === 'OPTIONS' ? {} : listCredentials(request)
      const aborting = new AbortController()
      const { signal } = aborting
      const context = await mounting.embedded.contextFor({ headers, address, signal })
      const abort = () => aborting.abort(new ContentError('TIMEOUT', 'The request took too long.'))
      await answer(request, response, { context, id, abort })
    } catch (error) {
      sendRestResponse(response, createRefusalResponse(error, id, mounting), request.method)
    }
  }

/** The bytes of the body: empty without a body, null above the limit. */
const getBody = ({ body }: Request): Buffer | null =>
  body === null || Buffer.isBuffer(body) ? body : Buffer.alloc(0)

/** @throws ContentError for a body above the limit, and for bytes that are not UTF-8. */
const decodeText = (request: Request): string => {
  const body = getBody(request)
  if (body === null) throw new ContentError('PAYLOAD_TOO_LARGE', 'The body is too large.')
  if (!isUtf8(body)) throw new ContentError('BAD_REQUEST', 'The body is not UTF-8.')
  return body.toString('utf8')
}

const mountGraphql = (mounting: Mounting): RequestHandler => {
  const { settings, report } = mounting
  const { policy } = createComposition().policyOf(settings.policyFile)
  const handle = createGraphqlHandler({
    schema: createSchema({ policy }),
    report,
    limits: settings.graphqlLimits,
    documents: new DocumentRegistry(readTrustedDocuments(settings), settings.registeredDocumentBytes),
  })
  return withContext(mounting, async (request, response, { context, id, abort }) => {
    const { method, originalUrl: url, headers } = request
    const body = decodeText(request)
    const charge = (requests: number) => context.quota.charge(requests)
    const scope = { domain: context, requestId: id, charge, abort }
    const [text, init] = await handle({ method, url, headers, body, raw: request, context: scope })
    response.vary('Accept').writeHead(init.status, init.statusText, init.headers).end(text)
  })
}

const mountRest = (mounting: Mounting): RequestHandler => {
  const rest = createRestHandler({ ...mounting, requireIfMatch: mounting.settings.requireIfMatch })
  return withContext(mounting, async (request, response, { context, id }) => {
    const answer = await rest(toRestRequest(request, id, getBody(request)), context)
    sendRestResponse(response, answer, request.method)
  })
}

/** Reads a body of any type. The handlers refuse a larger one, after they have checked the credential and the permission. */
const readBody = (limit: number): RequestHandler => {
  const read = express.raw({ type: () => true, limit })
  return (request, response, next) =>
    read(request, response, (error?: unknown) => {
      const isTooLarge = (error as { type?: string } | undefined)?.type === 'entity.too.large'
      if (isTooLarge) request.body = null
      next(isTooLarge ? undefined : error)
    })
}

/** Express recognizes an error handler by its four parameters. */
const refuseUnreadable =
  (mounting: Mounting): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const isUnknown = (error as { status?: number }).status === 415
    const refusal = isUnknown
      ? new RestError('UNSUPPORTED_MEDIA_TYPE', 'The service does not support this content encoding.')
      : new RestError('BAD_REQUEST', 'The body must have the encoding that Content-Encoding names.')
    sendRestResponse(response, createRefusalResponse(refusal, randomUUID(), mounting), request.method)
  }

/** A router that leaves some requests to the routes after it. */
const createRouter = (isServed: (request: Request) => boolean): Router =>
  express.Router().use((request, _response, next) => next(isServed(request) ? undefined : 'router'))

/** The handlers of both interfaces in an application of express. The service answers everything else. */
const createMountedApp = (mounting: Mounting): Express => {
  const { embedded, settings } = mounting
  const read = readBody(settings.bodyLimit)
  const isData = (request: Request) =>
    request.path === '/' && request.accepts('application/json', 'text/html') !== 'text/html'
  const app = express().disable('x-powered-by').set('etag', false)
  app.use('/graphql', createRouter(isData).use(read, mountGraphql(mounting)))
  app.use('/api', createRouter(({ path }) => !DOCUMENTS.test(path)).use(read, mountRest(mounting)))
  return app.use(embedded.listener, refuseUnreadable(mounting))
}

/** A service whose GraphQL and REST handlers an application of express has mounted, on a free port. */
export const startMounted = async (settings: Settings, log: Logger) => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const baseUrl = settings.baseUrl ?? url
  const embedded = await createService({ ...settings, baseUrl }, log)
  const report = (error: unknown, requestId: string) => log.error({ err: error, requestId }, 'failed')
  server.on('request', createMountedApp({ settings, embedded, report, baseUrl }))
  return { url, stop: () => embedded.stop(server) }
}

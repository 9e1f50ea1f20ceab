import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { ContentError, type Context } from '@content-service/domain'
import { createGraphqlHandler, createSchema, DocumentRegistry } from '@content-service/graphql-schema'
import { createRestHandler } from '@content-service/rest-handlers'
import { createExpressHandler, sendRestResponse } from '@content-service/rest-handlers/express'
import { createRefusalResponse, RestError } from '@content-service/rest-handlers/problems'
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Router,
} from 'express'
import type { Logger } from 'pino'
import { createComposition, type ServiceOptions } from '../../src/composition/composition.ts'
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
  readonly abort: () => void
}

/** Checks the credential of the sender. OPTIONS needs none (C6.2). */
const openScope = async ({ embedded }: Mounting, request: Request): Promise<Scope> => {
  const address = request.socket.remoteAddress ?? null
  const headers = request.method === 'OPTIONS' ? {} : listCredentials(request)
  const aborting = new AbortController()
  const context = await embedded.contextFor({ headers, address, signal: aborting.signal })
  return { context, abort: () => aborting.abort(new ContentError('TIMEOUT', 'The request took too long.')) }
}

/** Reads a body of any type. */
const readBody = ({ settings: { bodyLimit: limit } }: Mounting): RequestHandler =>
  express.raw({ type: () => true, limit })

/** @throws ContentError for bytes that are not UTF-8. */
const decodeText = ({ body }: Request): string => {
  if (!Buffer.isBuffer(body)) return ''
  if (!isUtf8(body)) throw new ContentError('BAD_REQUEST', 'The body is not UTF-8.')
  return body.toString('utf8')
}

/** Checks the credential, and then reads the body. */
const mountGraphql = (mounting: Mounting): RequestHandler => {
  const { settings, report } = mounting
  const { policy } = createComposition().policyOf(settings.policyFile)
  const handle = createGraphqlHandler({
    schema: createSchema({ policy }),
    report,
    limits: settings.graphqlLimits,
    documents: new DocumentRegistry(readTrustedDocuments(settings), settings.registeredDocumentBytes),
  })
  const read = promisify(readBody(mounting))
  return async (request, response) => {
    const requestId = randomUUID()
    response.setHeader('x-request-id', requestId)
    const { context, abort } = await openScope(mounting, request)
    await read(request, response)
    const { method, originalUrl: url, headers } = request
    const charge = (requests: number) => context.quota.charge(requests)
    const scope = { domain: context, requestId, charge, abort }
    const received = { method, url, headers, body: decodeText(request), raw: request, context: scope }
    const [text, init] = await handle(received)
    response.vary('Accept').writeHead(init.status, init.statusText, init.headers).end(text)
  }
}

const mountRest = (mounting: Mounting): RequestHandler =>
  createExpressHandler(createRestHandler({ ...mounting, requireIfMatch: mounting.settings.requireIfMatch }), {
    contextFor: async (request) => (await openScope(mounting, request)).context,
    readBody: readBody(mounting),
  })

/** The refusal of a body that express could not read, by the status of the error. */
const REFUSALS: Readonly<Record<number, () => Error>> = {
  400: () => new RestError('BAD_REQUEST', 'The body must have the encoding that Content-Encoding names.'),
  413: () => new ContentError('PAYLOAD_TOO_LARGE', 'The body is too large.'),
  415: () => new RestError('UNSUPPORTED_MEDIA_TYPE', 'The service does not support this content encoding.'),
}

/** Express recognizes an error handler by its four parameters. */
const refuse =
  (mounting: Mounting): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const refusal = REFUSALS[(error as { status?: number }).status ?? 0]?.() ?? error
    const id = String(response.getHeader('x-request-id'))
    sendRestResponse(response, createRefusalResponse(refusal, id, mounting), request.method)
  }

/** A router that leaves some requests to the routes after it. */
const createRouter = (isServed: (request: Request) => boolean): Router =>
  express.Router().use((request, _response, next) => next(isServed(request) ? undefined : 'router'))

/** The handlers of both interfaces in an application of express. The service answers everything else. */
const createMountedApp = (mounting: Mounting): Express => {
  const { embedded } = mounting
  const isData = (request: Request) =>
    request.path === '/' && request.accepts('application/json', 'text/html') !== 'text/html'
  const app = express().disable('x-powered-by').set('etag', false)
  app.use('/graphql', createRouter(isData).use(mountGraphql(mounting)))
  app.use('/api', createRouter(({ path }) => !DOCUMENTS.test(path)).use(mountRest(mounting)))
  return app.use(embedded.listener, refuse(mounting))
}

/** A service whose GraphQL and REST handlers an application of express has mounted, on a free port. */
export const startMounted = async (settings: Settings, log: Logger, options: ServiceOptions = {}) => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const baseUrl = settings.baseUrl ?? url
  const embedded = await createService({ ...settings, baseUrl }, log, options)
  const report = (error: unknown, requestId: string) => log.error({ err: error, requestId }, 'failed')
  server.on('request', createMountedApp({ settings, embedded, report, baseUrl }))
  return { url, stop: () => embedded.stop(server) }
}

import type { Context } from '@content-service/domain'
import type { Request, RequestHandler, Response } from 'express'
import { hasBody, type RestRequest, type RestResponse } from '../protocol/http.ts'
import { RestError } from '../protocol/problem.ts'
import type { RestService } from '../service/rest-handler.ts'

export { findValidTag } from '../requests/etag.ts'
export { hasBody, type RestRequest, type RestResponse } from '../protocol/http.ts'

/** The parts of a request of express or Node that decide about its response. */
type NodeRequest = Pick<Request, 'method' | 'originalUrl' | 'headers'>

/** A path that a URL parser would not change. */
const PLAIN_PATH = /^(?:\/[\w~-]+)+$/

type SentAddress = Pick<RestRequest, 'path' | 'query' | 'sentQuery'>

/** Parses the URL of a request. A proxy may send an absolute URL, which can be malformed. */
const parseUrl = ({ originalUrl }: NodeRequest): SentAddress => {
  const [path = '', query, ...others] = originalUrl.split('?')
  if (others.length === 0 && PLAIN_PATH.test(path) && !query?.includes('#'))
    return { path, query: new URLSearchParams(query), sentQuery: query }
  const url = URL.parse(originalUrl, 'http://localhost')
  if (url === null) throw new RestError('BAD_REQUEST', 'The URL of the request is malformed.')
  return { path: url.pathname, query: url.searchParams, sentQuery: url.search.slice(1) }
}

/**
 * A request of express in the form of the handlers. `body` contains the bytes that the server has read, or null for a
 * body beyond its limit. @throws BAD_REQUEST.
 */
export const toRestRequest = (request: NodeRequest, id: string, body: Uint8Array | null): RestRequest => ({
  method: request.method,
  ...parseUrl(request),
  // Node joins the values of all headers except Set-Cookie, which no request has.
  headers: request.headers as RestRequest['headers'],
  body,
  id,
})

/** Sends a response. `Vary` can name further headers. HEAD has the headers of GET and no body. */
export const sendRestResponse = (
  response: Response,
  { status, headers: { vary, ...headers }, body }: RestResponse,
  method: string,
): void => {
  if (vary !== undefined) response.vary(vary)
  const length = hasBody(status) ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  response.writeHead(status, { ...headers, ...length })
  response.end(method === 'HEAD' || !hasBody(status) ? undefined : body)
}

export interface ExpressOptions {
  /** The context of the caller, which the operations take. An error goes to the error handlers of your application. */
  readonly contextFor: (request: Request, id: string) => Context | Promise<Context>
  /** Reads the bytes of a body of any type: `express.raw({ type: () => true, limit: '4mb' })`. */
  readonly readBody: RequestHandler
}

/** Null for a body beyond the limit. Rejects with the other errors of `read`. */
const readBytes = (read: RequestHandler, request: Request, response: Response): Promise<Buffer | null> =>
  new Promise((resolve, reject) => {
    const end = (error?: unknown): void => {
      if ((error as { readonly type?: string } | undefined)?.type === 'entity.too.large') resolve(null)
      else if (error) reject(error)
      else resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))
    }
    void read(request, response, end)
  })

/**
 * The REST interface for an application of express. It checks the credential and the permission before it reads the body
 * (C12.12). Node receives the rest of an unread body after the response, and keeps nothing of it.
 */
export const createExpressHandler =
  (rest: RestService, { contextFor, readBody }: ExpressOptions): RequestHandler =>
  async (request, response) => {
    const id = crypto.randomUUID()
    response.setHeader('x-request-id', id)
    const context = await contextFor(request, id)
    const received = toRestRequest(request, id, null)
    const body = rest.needsBody(received, context) ? await readBytes(readBody, request, response) : null
    sendRestResponse(response, await rest({ ...received, body }, context), request.method)
  }

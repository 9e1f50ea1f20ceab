import type { Request, Response } from 'express'
import { hasBody, type RestRequest, type RestResponse } from '../http.ts'
import { RestError } from '../problem.ts'

export { findValidTag } from '../requests/etag.ts'
export { hasBody, type RestRequest, type RestResponse } from '../http.ts'

/** The parts of a request of express or Node that decide about its response. */
type NodeRequest = Pick<Request, 'method' | 'originalUrl' | 'headers'>

/** A path that a parser of addresses would not change. */
const PLAIN_PATH = /^(?:\/[\w~-]+)+$/

/** Parses the address of a request. A proxy may send an absolute address, which can be malformed. */
const readAddress = ({ originalUrl }: NodeRequest): Pick<URL, 'pathname' | 'searchParams'> => {
  const [path = '', query, ...others] = originalUrl.split('?')
  if (others.length === 0 && PLAIN_PATH.test(path) && !query?.includes('#'))
    return { pathname: path, searchParams: new URLSearchParams(query) }
  const address = URL.parse(originalUrl, 'http://localhost')
  if (address === null) throw new RestError('BAD_REQUEST', 'The address of the request is malformed.')
  return address
}

/**
 * A request of express in the form of the handlers. `body` contains the bytes that the server has read, or null for a
 * body beyond its limit. @throws BAD_REQUEST.
 */
export const toRestRequest = (request: NodeRequest, id: string, body: Uint8Array | null): RestRequest => {
  const { pathname, searchParams } = readAddress(request)
  return {
    method: request.method,
    path: pathname,
    query: searchParams,
    // Node joins the values of all headers except Set-Cookie, which no request has.
    headers: request.headers as RestRequest['headers'],
    body,
    id,
  }
}

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

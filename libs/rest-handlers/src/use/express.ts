import type { Request, Response } from 'express'
import { hasBody, type RestRequest, type RestResponse } from '../http.ts'
import { RestError } from '../problem.ts'

const readHeaders = ({ headers }: Request): RestRequest['headers'] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )

/** A request may name a whole address, such as a proxy sends, and that can be no address at all. */
const readAddress = ({ originalUrl }: Request): URL => {
  const address = URL.parse(originalUrl, 'http://localhost')
  if (address === null) throw new RestError('BAD_REQUEST', 'The address of the request is malformed.')
  return address
}

/**
 * A request of express as the handlers take it. `body` is what was read of it under the server's limit: bytes, or
 * null when there were more. @throws BAD_REQUEST.
 */
export const toRestRequest = (request: Request, id: string, body: Uint8Array | null): RestRequest => {
  const { pathname, searchParams } = readAddress(request)
  return {
    method: request.method,
    path: pathname,
    query: searchParams,
    headers: readHeaders(request),
    body,
    id,
  }
}

/** Sends an answer, which may depend on more than the handler knows of; HEAD has the headers of GET and no body. */
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

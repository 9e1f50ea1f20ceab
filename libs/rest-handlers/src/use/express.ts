import type { Request, Response } from 'express'
import type { RestRequest, RestResponse } from '../http.ts'

const headersOf = ({ headers }: Request): RestRequest['headers'] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )

/**
 * A request of express as the handlers take it. `body` is what was read of it under the server's limit: bytes, or
 * null when there were more.
 */
export const toRestRequest = (request: Request, id: string, body: Uint8Array | null): RestRequest => {
  const { pathname, searchParams } = new URL(request.originalUrl, 'http://localhost')
  return {
    method: request.method,
    path: pathname,
    query: searchParams,
    headers: headersOf(request),
    body,
    id,
  }
}

const hasBody = (status: number): boolean => status !== 204 && status !== 304

/** Sends an answer; HEAD has the headers of GET and no body. */
export const sendRestResponse = (
  response: Response,
  { status, headers, body }: RestResponse,
  method: string,
): void => {
  const length = hasBody(status) ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  response.writeHead(status, { ...headers, ...length })
  response.end(method === 'HEAD' || !hasBody(status) ? undefined : body)
}

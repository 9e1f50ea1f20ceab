import type { Context } from '@content-service/domain'
import { hasBody, type RestRequest, type RestResponse } from '../protocol/http.ts'
import type { RestService } from '../service/rest-handler.ts'

export interface FetchOptions {
  /** The context of the caller, which the operations take. */
  readonly contextFor: (request: Request, id: string) => Context | Promise<Context>
  /** The limit in bytes; a larger body is 413 (C6.6). */
  readonly bodyLimit?: number
}

const FOUR_MEBIBYTES = 4 * 1024 * 1024

/** Null for a body beyond the limit; the rest of the body stays unread. */
const readBody = async ({ body }: Request, limit: number): Promise<Uint8Array | null> => {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.byteLength
    if (length > limit) return null
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

const toRestRequest = (request: Request, id: string): RestRequest => {
  const { pathname, search, searchParams } = new URL(request.url)
  return {
    method: request.method,
    path: pathname,
    query: searchParams,
    sentQuery: search.slice(1),
    headers: Object.fromEntries(request.headers),
    body: null,
    id,
  }
}

/** HEAD has the headers of GET, its length too, and no body. */
const toResponse = ({ status, headers, body }: RestResponse, method: string): Response => {
  if (!hasBody(status)) return new Response(null, { status, headers })
  if (method !== 'HEAD') return new Response(body, { status, headers })
  const length = String(new TextEncoder().encode(body).byteLength)
  return new Response(null, { status, headers: { ...headers, 'content-length': length } })
}

/**
 * The REST interface for servers with the Fetch API: `Request` to `Response`. It checks the credential and the permission
 * before it reads the body (C12.12), and rejects only with the errors of `contextFor`.
 */
export const createFetchHandler =
  (rest: RestService, { contextFor, bodyLimit = FOUR_MEBIBYTES }: FetchOptions) =>
  async (request: Request): Promise<Response> => {
    const id = crypto.randomUUID()
    const context = await contextFor(request, id)
    const received = toRestRequest(request, id)
    const body = rest.needsBody(received, context) ? await readBody(request, bodyLimit) : null
    const answer = await rest({ ...received, body }, context)
    return toResponse({ ...answer, headers: { ...answer.headers, 'x-request-id': id } }, request.method)
  }

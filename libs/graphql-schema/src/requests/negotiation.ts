import { MIMEType } from 'node:util'
import type { Request } from 'graphql-http'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

/** The headers of a request in any server. */
export type Headed = Pick<Request<unknown, unknown>, 'headers'>

export const JSON_RESPONSE = 'application/json; charset=utf-8'
export const GRAPHQL_RESPONSE = 'application/graphql-response+json; charset=utf-8'

/** The media types of responses. Clients that accept every type get the first. */
const RESPONSES = [JSON_RESPONSE, GRAPHQL_RESPONSE]

/** A header by its name in lower case. Node joins repeated headers with a comma. */
export const readHeader = ({ headers }: Headed, name: string): string | undefined => {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name]
  return value === undefined ? undefined : String(value)
}

/** Most clients send one of few headers. */
const NEGOTIATED = new LRUCache<string, { readonly type: string | undefined }>({
  max: 100,
  memoMethod: (accept) => ({ type: new Negotiator({ headers: { accept } }).mediaTypes(RESPONSES)[0] }),
})

/**
 * C5.7: the media type that a client prefers by its weights (RFC 9110 §12.5.1), without regard to case; of two types
 * with equal weights, the first one. Undefined if the client accepts none.
 */
export const negotiateType = (request: Headed): string | undefined =>
  NEGOTIATED.memo(readHeader(request, 'accept') || '*/*').type

const isJson = (contentType: string): boolean => {
  try {
    const { essence, params } = new MIMEType(contentType)
    return essence === 'application/json' && (params.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8'
  } catch {
    return false
  }
}

/** graphql-http reads neither weights nor quotes: its request has one accepted media type, and a plain content type. */
export const normalizeRequest = <Raw, Context>(
  request: Request<Raw, Context>,
  accept: string,
): Request<Raw, Context> => {
  const contentType = readHeader(request, 'content-type')
  const plain: Readonly<Record<string, string>> = {
    accept,
    ...(contentType !== undefined && isJson(contentType) && { 'content-type': 'application/json' }),
  }
  return { ...request, headers: { get: (name: string) => plain[name] ?? readHeader(request, name) ?? null } }
}

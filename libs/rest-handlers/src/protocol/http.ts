import { ContentError, type Context } from '@content-service/domain'
import type { ShownRecord } from '@content-service/domain/internal/access'
import type { Collection } from '@content-service/domain/internal/model'
import Negotiator from 'negotiator'

export type Headers = Readonly<Record<string, string>>

/** A request without its framework. Header names are lower case. */
export interface RestRequest {
  readonly method: string
  /** The path as it was sent, without the query: `/api/users/7`. */
  readonly path: string
  readonly query: URLSearchParams
  /** The query as it was sent, without its `?`. With it, bytes that are no UTF-8 are BAD_REQUEST. */
  readonly sentQuery?: string | undefined
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Null if it exceeded the limit of the server (413), and if it stayed unread (see `needsBody`). */
  readonly body: Uint8Array | null
  /** The name of the request in problems and in the log. */
  readonly id: string
  /** C6.6: whether a change of an existing resource needs If-Match. */
  readonly requiresIfMatch?: boolean
}

export interface RestResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  /** C12.16: the record that the response of a write shows; see write-response.ts. */
  readonly shown?: ShownRecord
  /** All records in the body of such a response, with those that the record links to. */
  readonly linked?: readonly ShownRecord[]
  /** The collection of the record in the body of such a response. */
  readonly of?: Collection
}

/** Responses with these statuses have no body (RFC 9110). */
export const hasBody = (status: number): boolean => status !== 204 && status !== 304

/** A handler of one method of one route. `params` are the path's variables, still text. */
export type RestHandler = (request: RestRequest, context: Context, params: Headers) => Promise<RestResponse>

/** The media type in lower case, without parameters. */
export const readMediaType = ({ headers }: RestRequest): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

const CHARSET = /;\s*charset="?([^";\s]*)/i
/** US-ASCII is a part of UTF-8, which has two common names. */
const UTF_8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii'])

/** Whether the bytes of the body are UTF-8, as far as the header says: JSON has no other encoding (RFC 8259). */
export const isUtf8 = ({ headers }: RestRequest): boolean =>
  UTF_8.has(CHARSET.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8')

const VARY = { vary: 'Authorization, X-API-Key, Accept' }

/** C6.10: a cache must ask again before it reuses private data. */
export const PRIVATE_CACHE = { 'cache-control': 'private, no-cache', ...VARY }
/** C6.10: published articles for readers without a credential. */
export const PUBLIC_CACHE = {
  'cache-control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=300',
  ...VARY,
}

/** C6.10: no cache keeps a response that contains a secret or is about a secret. */
export const NO_STORE = { 'cache-control': 'no-store' }

/** A response with the JSON of a value. */
export const createTextResponse = (status: number, body: string, headers: Headers = {}): RestResponse => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...PRIVATE_CACHE, ...headers },
  body,
})

export const createJsonResponse = (status: number, value: unknown, headers: Headers = {}): RestResponse =>
  createTextResponse(status, JSON.stringify(value), headers)

export const createEmptyResponse = (status: number, headers: Headers = {}): RestResponse => ({
  status,
  headers: { ...PRIVATE_CACHE, ...headers },
  body: '',
})

const PRODUCED = ['application/json', 'application/problem+json']

/** Common values that name JSON. */
const ACCEPTABLE: ReadonlySet<string | undefined> = new Set([undefined, '*/*', 'application/json'])

/** @throws NOT_ACCEPTABLE if the client accepts no media type of the service; before anything is written (C6.6). */
export const checkAcceptable = ({ headers: { accept } }: RestRequest): void => {
  if (ACCEPTABLE.has(accept)) return
  if (new Negotiator({ headers: { accept } }).mediaTypes(PRODUCED).length > 0) return
  throw new ContentError(
    'NOT_ACCEPTABLE',
    'This resource is available only as application/json. Accept that media type.',
  )
}

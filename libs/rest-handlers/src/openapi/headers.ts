import type { AnswerHeader } from '../endpoints/endpoint.ts'
import type { JsonSchema } from './shared-schemas.ts'

export interface Header {
  readonly description: string
  /** Whether every response that names the header has it. */
  readonly required?: boolean
  readonly schema: JsonSchema
}

export interface HeaderReference {
  readonly $ref: string
}

type Always =
  | 'Cache-Control'
  | 'X-Request-Id'
  | 'X-RateLimit-Limit'
  | 'X-RateLimit-Remaining'
  | 'X-RateLimit-Reset'
  | 'RateLimit-Policy'
  | 'RateLimit'
type Refusing = 'WWW-Authenticate' | 'Retry-After' | 'Accept'
type Leaving = 'Deprecation' | 'Sunset'
export type HeaderName =
  AnswerHeader | Always | Refusing | Leaving | 'Idempotent-Replayed' | 'Vary' | 'Allow' | 'Accept-Patch'

const text = (description: string, example: string): Header => ({
  description,
  schema: { type: 'string', maxLength: 8_192, examples: [example] },
})
const always = (header: Header): Header => ({ ...header, required: true })

const count = (description: string, maximum: number): Header => ({
  description,
  schema: { type: 'integer', format: maximum > 2_147_483_647 ? 'int64' : 'int32', minimum: 0, maximum },
})

export const ANSWER_HEADERS = {
  ETag: always({
    description:
      'The version of the resource. Send it as `If-Match` with a change, or as `If-None-Match` to check your copy.',
    schema: {
      type: 'string',
      pattern: '^"[0-9A-Za-z_-]+"$',
      maxLength: 64,
      examples: ['"3-mZ0kq1cV7yXr2b9L"'],
    },
  }),
  Location: always(text('The path of the resource.', '/api/users/7')),
  'Content-Location': always(text('The path of the resource in the body.', '/api/users/{id}')),
  Link: always(
    text('The `first`, `prev`, `next` and `last` page (RFC 8288).', '</api/users?page=2>; rel="next"'),
  ),
  'X-Total-Count': always(
    count('The number of records on all pages. The service stops counting at 10,000.', 10_000),
  ),
  'X-Total-Count-Precision': {
    description: 'Present if there are more than 10,000 records.',
    schema: { type: 'string', enum: ['at-least'] },
  },
  'Cache-Control': always(
    text('Which caches may store the response, and for how long.', 'private, no-cache'),
  ),
  Vary: text('The request headers on which the response depends.', 'Authorization, X-API-Key, Accept'),
  'X-Request-Id': text('The id of the request in the log.', '0198c0de-7a3e-4c4f-9b1d-5f2e8a6c4d10'),
  'X-RateLimit-Limit': always(count('The number of requests that you may send per minute.', 1_000_000_000)),
  'X-RateLimit-Remaining': always(count('The number of requests that are left.', 1_000_000_000)),
  'X-RateLimit-Reset': always(
    count('The time at which the full number is available again, in seconds since 1970.', 253_402_300_799),
  ),
  'RateLimit-Policy': always(
    text(
      'The quota: the unit whose requests count together, the number of requests (`q`) and the seconds (`w`): draft-ietf-httpapi-ratelimit-headers-10.',
      '"credential";q=600;w=60',
    ),
  ),
  RateLimit: always(
    text(
      'The number of requests that are left (`r`), and the seconds until the quota is full again (`t`).',
      '"credential";r=599;t=60',
    ),
  ),
  'WWW-Authenticate': always(text('The authentication scheme to use.', 'Bearer')),
  'Retry-After': count('The number of seconds to wait.', 3_600),
  Accept: text('The media types that the service accepts as a body.', 'application/json'),
  'Idempotent-Replayed': {
    description:
      'Present if the service did not repeat the action: the response is the stored response to the first request.',
    schema: { type: 'string', enum: ['true'] },
  },
  Allow: always(text('The methods of this URL.', 'GET, POST, HEAD, OPTIONS')),
  'Accept-Patch': always(
    text('The media types that PATCH accepts.', 'application/json, application/merge-patch+json'),
  ),
  Deprecation: always(text('The time of deprecation, in seconds since 1970 (RFC 9745).', '@1795132800')),
  Sunset: text(
    'The time after which the operation may be removed (RFC 8594).',
    'Sun, 20 Jun 2027 00:00:00 GMT',
  ),
} as const satisfies Readonly<Record<HeaderName, Header>>

const ALWAYS = [
  'Cache-Control',
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const satisfies readonly Always[]

/** The headers to which the content refers; the document must not promise unused headers. */
export const listUsedHeaders = (content: object): Readonly<Record<string, Header>> => {
  const text = JSON.stringify(content)
  return Object.fromEntries(
    Object.entries<Header>(ANSWER_HEADERS).filter(([name]) =>
      text.includes(`"#/components/headers/${name}"`),
    ),
  )
}

/** References to these headers, and to the headers of every response. */
export const createHeaders = (names: readonly HeaderName[]): Readonly<Record<string, HeaderReference>> =>
  Object.fromEntries([...names, ...ALWAYS].map((name) => [name, { $ref: `#/components/headers/${name}` }]))

import type { AnswerHeader } from '../endpoint.ts'
import type { JsonSchema } from './shared-schemas.ts'

export interface Header {
  readonly description: string
  /** Whether every answer that names it has it. */
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
      'Names this version; send it as `If-Match` with a change, or as `If-None-Match` to read anew.',
    schema: {
      type: 'string',
      pattern: '^"[0-9A-Za-z_-]+"$',
      maxLength: 64,
      examples: ['"3-mZ0kq1cV7yXr2b9L"'],
    },
  }),
  Location: always(text('The path of what was created.', '/api/users/7')),
  'Content-Location': always(text('The path of what is shown.', '/api/articles/{id}')),
  Link: always(text('RFC 8288: `first`, `prev`, `next` and `last` page.', '</api/users?page=2>; rel="next"')),
  'X-Total-Count': always(count('How many there are, counted no further than 10,000.', 10_000)),
  'X-Total-Count-Precision': {
    description: 'Present when there are more than 10,000.',
    schema: { type: 'string', enum: ['at-least'] },
  },
  'Cache-Control': always(text('Who may keep the answer, and how long.', 'private, no-cache')),
  Vary: text('What the answer depends on beside the address.', 'Authorization, X-API-Key, Accept'),
  'X-Request-Id': text('Names the request in the log.', '0198c0de-7a3e-4c4f-9b1d-5f2e8a6c4d10'),
  'X-RateLimit-Limit': always(count('How many requests a minute are allowed.', 1_000_000_000)),
  'X-RateLimit-Remaining': always(count('How many of them are left.', 1_000_000_000)),
  'X-RateLimit-Reset': always(count('When they are all there again: seconds since 1970.', 253_402_300_799)),
  'RateLimit-Policy': always(
    text(
      'Whose requests are counted together, how many (`q`) in how many seconds (`w`): draft-ietf-httpapi-ratelimit-headers-10.',
      '"credential";q=600;w=60',
    ),
  ),
  RateLimit: always(
    text('How many of them are left (`r`) for how many seconds (`t`).', '"credential";r=599;t=60'),
  ),
  'WWW-Authenticate': always(text('The scheme to sign in by.', 'Bearer')),
  'Retry-After': count('Seconds to wait.', 3_600),
  Accept: text('What the body may be sent as.', 'application/json'),
  'Idempotent-Replayed': {
    description: 'Present where nothing was done: it is the answer that the same request got before.',
    schema: { type: 'string', enum: ['true'] },
  },
  Allow: always(text('The methods of this address.', 'GET, POST, HEAD, OPTIONS')),
  'Accept-Patch': always(text('What PATCH takes.', 'application/json, application/merge-patch+json')),
  Deprecation: always(text('RFC 9745: since when it is deprecated, in seconds since 1970.', '@1795132800')),
  Sunset: text('RFC 8594: from when on it may be gone.', 'Sun, 20 Jun 2027 00:00:00 GMT'),
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

/** Those that something refers to: others would be a promise that nobody keeps. */
export const headersUsedIn = (content: object): Readonly<Record<string, Header>> => {
  const text = JSON.stringify(content)
  return Object.fromEntries(
    Object.entries<Header>(ANSWER_HEADERS).filter(([name]) =>
      text.includes(`"#/components/headers/${name}"`),
    ),
  )
}

/** References to these, and to those that every answer has. */
export const headersWith = (names: readonly HeaderName[]): Readonly<Record<string, HeaderReference>> =>
  Object.fromEntries([...names, ...ALWAYS].map((name) => [name, { $ref: `#/components/headers/${name}` }]))

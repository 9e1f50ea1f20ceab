import cors from 'cors'
import { addVary, type AddressedRequest, type HeaderMiddleware } from './http/header-middleware.ts'
import type { CorsOrigins } from './settings/cors-origins.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The headers that scripts of other origins may read, in addition to the headers that the fetch standard allows. */
const EXPOSED = [
  'Accept-Patch',
  'Allow',
  'Content-Location',
  'Deprecation',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Total-Count',
  'X-Total-Count-Precision',
]

/** The longest time that a browser remembers a preflight: two hours in Chromium. */
const MAX_AGE_SECONDS = 7_200

/** RFC 9700 §2.6: the authorization endpoint has pages for people, which no script may read. */
const isForPeople = ({ originalUrl }: AddressedRequest): boolean =>
  /^\/oauth\/authorize(?:[/?]|$)/i.test(originalUrl)

/**
 * C10.2 CORS_ORIGINS: pages of these origins may read responses. Other origins get the same responses without the CORS
 * headers. No interface works with cookies, so credentials mode is never allowed.
 */
export const crossOrigin = (origins: CorsOrigins): HeaderMiddleware => {
  const allow = cors({
    origin: origins === '*' ? origins : (origin, decide) => decide(null, isAllowed(origins, origin)),
    methods: METHODS,
    exposedHeaders: EXPOSED,
    maxAge: MAX_AGE_SECONDS,
    // The route answers all OPTIONS requests, with and without a preflight (C6.4).
    preflightContinue: true,
  })
  return (request, response, next) => {
    if (origins.length === 0 || isForPeople(request)) return next()
    // Without Vary, a shared cache could send one origin the response for another origin.
    if (origins !== '*') addVary(response, 'Origin')
    allow(request, response, next)
  }
}

const isAllowed = (origins: readonly string[], origin: string | undefined): boolean =>
  origin !== undefined && origins.includes(origin)

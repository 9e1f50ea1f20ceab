import cors from 'cors'
import type { CorsOrigins } from '../settings/cors-origins.ts'
import type { Exchange } from './exchange.ts'

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

/**
 * C10.2 CORS_ORIGINS: pages of these origins may read responses. Other origins get the same responses without the CORS
 * headers. No interface works with cookies, so credentials mode is never allowed.
 */
export const createCrossOrigin = (origins: CorsOrigins): ((exchange: Exchange) => void) => {
  if (origins.length === 0) return () => undefined
  const allow = cors({
    origin: origins === '*' ? origins : (origin, decide) => decide(null, isAllowed(origins, origin)),
    methods: METHODS,
    exposedHeaders: EXPOSED,
    maxAge: MAX_AGE_SECONDS,
    // The route answers all OPTIONS requests, with and without a preflight (C6.4).
    preflightContinue: true,
  })
  return ({ request, response }) => {
    // Without Vary, a shared cache could send one origin the response for another origin.
    if (origins !== '*') response.setHeader('vary', 'Origin')
    allow(request, response, () => undefined)
  }
}

const isAllowed = (origins: readonly string[], origin: string | undefined): boolean =>
  origin !== undefined && origins.includes(origin)

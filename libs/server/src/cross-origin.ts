import cors from 'cors'
import type { Request, RequestHandler } from 'express'
import type { CorsOrigins } from './settings/cors-origins.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** What scripts of other origins may read of an answer beside what the fetch standard lets them read anyway. */
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

/** As long as any browser remembers a preflight: two hours in Chromium. */
const MAX_AGE_SECONDS = 7_200

/** RFC 9700 §2.6: browsers go to the authorization endpoint themselves, and no script may read its pages. */
const isForPeople = ({ originalUrl }: Request): boolean => /^\/oauth\/authorize(?:[/?]|$)/i.test(originalUrl)

/**
 * C10.2 CORS_ORIGINS: answers may be read by pages of these origins, and preflights are told so; other origins get the
 * same answer without a word of it. Nothing here works with cookies, so that credentials mode is never allowed.
 */
export const crossOrigin = (origins: CorsOrigins): RequestHandler => {
  const allow = cors({
    origin: origins === '*' ? origins : (origin, decide) => decide(null, isAllowed(origins, origin)),
    methods: METHODS,
    exposedHeaders: EXPOSED,
    maxAge: MAX_AGE_SECONDS,
    // OPTIONS is answered by what is at the address, preflight or not (C6.4).
    preflightContinue: true,
  })
  return (request, response, next) => {
    if (origins.length === 0 || isForPeople(request)) return next()
    // Without it a shared cache would show one origin what was answered to another.
    if (origins !== '*') response.vary('Origin')
    allow(request, response, next)
  }
}

const isAllowed = (origins: readonly string[], origin: string | undefined): boolean =>
  origin !== undefined && origins.includes(origin)

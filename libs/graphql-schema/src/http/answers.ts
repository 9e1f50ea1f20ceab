import type { RateLimited } from '@content-service/domain'
import type { Response } from 'graphql-http'
import { acceptedType, JSON_RESPONSE, type Headed } from './negotiation.ts'

/** An answer with a status of its own. */
export const answer = (
  request: Headed,
  status: number,
  result: object,
  headers: Readonly<Record<string, string>> = {},
): Response => [
  JSON.stringify(result),
  {
    status,
    statusText: '',
    headers: { 'content-type': acceptedType(request) ?? JSON_RESPONSE, ...headers },
  },
]

/** C9.1: a request that is not run because there have been too many; the status is the same for both media types. */
export const rateLimitedAnswer = (request: Headed, { code, message, retryAfter, status }: RateLimited) =>
  answer(
    request,
    status,
    { errors: [{ message, extensions: { code, retryAfter } }] },
    { 'retry-after': String(retryAfter) },
  )

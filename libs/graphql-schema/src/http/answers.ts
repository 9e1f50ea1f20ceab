import type { RateLimited } from '@content-service/domain'
import type { Response } from 'graphql-http'
import { negotiateType, JSON_RESPONSE, type Headed } from './negotiation.ts'

/** An answer with a given status. */
export const createAnswer = (
  request: Headed,
  status: number,
  result: object,
  headers: Readonly<Record<string, string>> = {},
): Response => [
  JSON.stringify(result),
  {
    status,
    statusText: '',
    headers: { 'content-type': negotiateType(request) ?? JSON_RESPONSE, ...headers },
  },
]

/** C9.1: the answer to a request beyond the quota; the status is equal for both media types. */
export const createRateLimitedAnswer = (
  request: Headed,
  { code, message, retryAfter, status }: RateLimited,
) =>
  createAnswer(
    request,
    status,
    { errors: [{ message, extensions: { code, retryAfter } }] },
    { 'retry-after': String(retryAfter) },
  )

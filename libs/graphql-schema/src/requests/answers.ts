import type { ContentError } from '@content-service/domain'
import type { RateLimited } from '@content-service/domain/internal/rules'
import type { Response } from 'graphql-http'
import { negotiateType, JSON_RESPONSE, type Headed } from './negotiation.ts'
import { IS_DONE } from './limits/response-size.ts'

const RETRY_SECONDS = 5

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

/** C15.4: the answer to a request whose response has no room. A mutation is done. */
export const createUnavailableAnswer = (
  request: Headed,
  { code, message }: ContentError,
  { isMutation }: { readonly isMutation: boolean },
): Response => {
  const told = isMutation ? `${message} ${IS_DONE}` : message
  const error = { message: told, extensions: { code, retryAfter: RETRY_SECONDS } }
  return createAnswer(request, 503, { errors: [error] }, { 'retry-after': String(RETRY_SECONDS) })
}

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

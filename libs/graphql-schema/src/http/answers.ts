import type { RateLimited } from '@content-service/domain'
import type { Request, Response } from 'graphql-http'

/** The headers of a request, of whatever server. */
export type Headed = Pick<Request<unknown, unknown>, 'headers'>

export const GRAPHQL_RESPONSE = 'application/graphql-response+json'

export const mediaTypeFor = ({ headers }: Headed): string => {
  const accept = 'accept' in headers ? String(headers['accept']) : ''
  return accept.includes(GRAPHQL_RESPONSE) ? GRAPHQL_RESPONSE : 'application/json'
}

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
    headers: { 'content-type': `${mediaTypeFor(request)}; charset=utf-8`, ...headers },
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

import type { Request, RequestParams, Response } from 'graphql-http'
import { createRateLimitedAnswer } from '../requests/answers.ts'
import { runInTime } from '../requests/limits/deadline.ts'
import type { GraphqlLimits } from '../requests/limits/guards.ts'
import { readHeader, negotiateType } from '../requests/negotiation.ts'
import { chargeCost } from '../requests/limits/quota.ts'
import type { RequestScope } from '../requests/request-scope.ts'
import { limitCompiled, type ResponseBody } from './compile-operation.ts'
import type { CompiledRequest, FindCompiled } from './compiled-requests.ts'

/** The parts of a request that decide about its response. */
type IncomingRequest = Pick<Request<unknown, RequestScope>, 'method' | 'headers' | 'context'>

/** The body of the response; null if the general way must execute the request, such as for an error in a field. */
const run = async ({ run }: CompiledRequest, scope: RequestScope): Promise<ResponseBody | null> => {
  try {
    const body = await run(scope)
    return body.length < limitCompiled(scope.domain.settings) ? body : null
  } catch {
    // A failure of the database, too: the general way reports it. A query fails again, and a mutation has its outcome.
    return null
  }
}

/** Answers a compiled request; null if the general way must answer. */
export const answerCompiled = async (
  find: FindCompiled,
  request: IncomingRequest,
  { query, operationName, variables }: RequestParams,
  { timeoutMs }: Pick<GraphqlLimits, 'timeoutMs'>,
): Promise<readonly [ResponseBody | null, Response[1]] | null> => {
  const type = negotiateType(request)
  // The general way checks the key, although a query needs none.
  if (type === undefined || readHeader(request, 'idempotency-key') !== undefined) return null
  const { domain, charge, note, abort } = request.context
  const found = find({ query, operationName, variables }, domain)
  // GET is safe (RFC 9110 §9.2.1): the general way refuses a mutation.
  if (found === null || (found.type === 'mutation' && request.method !== 'POST')) return null
  const { type: kind, cost, fields } = found
  const tooMuch = await chargeCost(charge, found)
  if (tooMuch !== null) return createRateLimitedAnswer(request, tooMuch)
  const late = (): null => {
    abort?.()
    request.context.isLate = true
    return null
  }
  const body = await runInTime(timeoutMs, () => run(found, request.context), late)
  if (body === null) return null
  note?.({ type: kind, fields, cost, hasErrors: false })
  return [body, { status: 200, statusText: 'OK', headers: { 'content-type': type } }]
}

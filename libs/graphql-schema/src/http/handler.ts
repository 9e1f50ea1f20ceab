import { auditRefusals } from '@content-service/domain/internal/audit'
import type { Context } from '@content-service/domain'
import { pause } from '@content-service/domain/internal/rules'
import type { IdempotentRequest } from '@content-service/domain/internal/idempotency'
import { createHandler, type Request, type RequestParams, type Response } from 'graphql-http'
import { GraphQLError, OperationTypeNode, type GraphQLSchema } from 'graphql'
import { traceOperation } from '../execution/operation-channel.ts'
import { createOperations, type RunnableOperation } from '../execution/operations.ts'
import { createAnswer, createRateLimitedAnswer } from '../requests/answers.ts'
import type { FaultReporter } from '../requests/error-format.ts'
import type { Executed, ResponseBody } from '../requests/executed.ts'
import { createTimeoutError, limitTime, runInTime } from '../requests/limits/deadline.ts'
import { DEFAULT_LIMITS, type GraphqlLimits } from '../requests/limits/guards.ts'
import { chargeCost } from '../requests/limits/quota.ts'
import type { Replay } from '../requests/masked-replay.ts'
import { JSON_RESPONSE, negotiateType, normalizeRequest } from '../requests/negotiation.ts'
import { createRequestPreparer, type PrepareRequest } from '../requests/prepared-request.ts'
import { addCodes, createRefusal, notAcceptable } from '../requests/refusals.ts'
import { readParameters } from '../requests/request-parameters.ts'
import type { RequestScope } from '../requests/request-scope.ts'
import { DocumentRegistry } from '../requests/trusted-documents.ts'
import { executeIdempotent, findIdempotentRequest } from './idempotent.ts'
import { readOrdinary } from './ordinary-request.ts'
import { createResponse } from './response.ts'

export interface GraphqlHandlerOptions {
  readonly schema: GraphQLSchema
  readonly report: FaultReporter
  readonly limits?: GraphqlLimits
  /** C5.9: the registered documents. Handlers with one registry know the documents of each other. */
  readonly documents?: DocumentRegistry
  /** For handlers that share a cache of documents, and so its schema and limits. */
  readonly prepare?: PrepareRequest
}

/** A response of graphql-http, whose body can be UTF-8. */
export type GraphqlResponse = readonly [ResponseBody | null, Response[1]]

/** Answers a request for queries and mutations. */
export type GraphqlHandler<Raw> = (request: Request<Raw, RequestScope>) => Promise<GraphqlResponse>

/** RFC 9110 §9.2.1: GET is safe. */
const refuseGet = <Raw>(request: Request<Raw, RequestScope>): Response => {
  const message = 'GET runs only queries. Send a mutation with POST.'
  const error = new GraphQLError(message, { extensions: { code: 'METHOD_NOT_ALLOWED' } })
  return createAnswer(request, 405, { errors: [error] }, { allow: 'POST' })
}

interface Running {
  readonly operation: RunnableOperation
  readonly scope: RequestScope
  readonly replay: Replay | null
  /** C6.9: the request with an Idempotency-Key; null without a key. */
  readonly once: IdempotentRequest | null
}

/** Runs an operation once, and enters its refusals in the audit log. */
const runAudited = ({ operation, scope, replay, once }: Running, isLate: () => boolean): Promise<Executed> =>
  auditRefusals(scope.domain, (context) => {
    const run = (within: Context) => traceOperation(operation, () => operation.run(within, isLate))
    return once && replay ? executeIdempotent([replay, once], context, run) : run(context)
  })

/** C5.8: the result within the time of the request. A late request writes nothing. */
const runWithDeadline = (running: Running, timeoutMs: number): Promise<Executed> => {
  const { operation, scope } = running
  let isLate = false
  const late = (): Executed => {
    isLate = true
    scope.abort?.()
    return { data: 'null', errors: [createTimeoutError()] }
  }
  return runInTime(limitTime(operation.document, timeoutMs), () => runAudited(running, () => isLate), late)
}

/** A text is measured and encoded in less than 10 ms up to this length. */
const LONG = 1_048_576

const isLong = (text: ResponseBody | null): text is string => typeof text === 'string' && text.length > LONG

/** Encodes a long body in a turn of the event loop of its own, so that others are answered before and after it. */
const encodeLong = async ([body, init]: GraphqlResponse): Promise<GraphqlResponse> => {
  if (!isLong(body)) return [body, init]
  await pause()
  const bytes = Buffer.from(body)
  await pause()
  return [bytes, init]
}

type Answer = <Raw>(request: Request<Raw, RequestScope>, params: RequestParams) => Promise<GraphqlResponse>

type Parts = Required<Pick<GraphqlHandlerOptions, 'schema' | 'report' | 'limits' | 'prepare'>>

/** Answers a request whose parameters are read: it is refused, or its operation runs. */
const createAnswering = ({ schema, report, limits, prepare }: Parts): Answer => {
  const findOperation = createOperations(schema, prepare)
  return async (request, { query, operationName, variables }) => {
    const scope = request.context
    if (!prepare.isKnown(query)) await prepare.turns.next()
    const operation = findOperation({ query, operationName, variables }, scope.domain)
    if (!('run' in operation)) return createRefusal(request, operation)
    const { type, fields, cost, mutation } = operation
    if (type === OperationTypeNode.MUTATION && request.method === 'GET') return refuseGet(request)
    const once = findIdempotentRequest(request, { query, operationName, variables }, mutation)
    if (once instanceof GraphQLError) return createRefusal(request, [once])
    const tooMuch = await chargeCost(scope.charge, operation)
    if (tooMuch !== null) return createRateLimitedAnswer(request, tooMuch)
    const replay = mutation && { schema, request: mutation, operationName }
    const executed = await runWithDeadline({ operation, scope, replay, once }, limits.timeoutMs)
    if (isLong(executed.data)) await pause()
    scope.note?.({ type, fields, cost, hasErrors: executed.errors.length > 0 })
    const { responseLimit } = scope.domain.settings
    const telling = { operation, query, report, responseLimit, mostErrors: limits.errors }
    const { status, headers, body } = createResponse({ ...telling, requestId: scope.requestId }, executed)
    const contentType = negotiateType(request) ?? JSON_RESPONSE
    return [body, { status, statusText: '', headers: { 'content-type': contentType, ...headers } }]
  }
}

const isResponse = (value: object): value is Response => Array.isArray(value)

/** GraphQL over HTTP, for any server that can describe its requests. */
export const createGraphqlHandler = <Raw>({
  schema,
  report,
  limits = DEFAULT_LIMITS,
  documents = new DocumentRegistry(),
  prepare = createRequestPreparer(schema, limits),
}: GraphqlHandlerOptions): GraphqlHandler<Raw> => {
  const answer = createAnswering({ schema, report, limits, prepare })
  const read = readParameters<Raw, RequestScope>(documents, createRefusal)
  const readAndAnswer = createHandler<Raw, RequestScope>({
    schema,
    parseRequestParams: async (request) => {
      const params = await read(request)
      if (params === undefined || isResponse(params)) return params
      const [body, init] = await answer(request, params)
      return [body === null ? null : String(body), init]
    },
  })
  return async (request) => {
    const accepted = negotiateType(request)
    if (accepted === undefined) return addCodes(notAcceptable())
    const params = readOrdinary(request, documents)
    return params
      ? encodeLong(await answer(request, params))
      : addCodes(await readAndAnswer(normalizeRequest(request, accepted)))
  }
}

import { type Context } from '@content-service/domain'
import { auditRefusals } from '@content-service/domain/audit'
import type { IdempotentRequest } from '@content-service/domain/idempotency'
import {
  createHandler,
  type Handler,
  type HandlerOptions,
  type OperationContext,
  type Request,
  type Response,
} from 'graphql-http'
import {
  execute,
  GraphQLError,
  OperationTypeNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql'
import { answerCompiled } from '../compiled/answer-compiled.ts'
import { createCompiledRequests, type FindCompiled } from '../compiled/compiled-requests.ts'
import { createAnswer, createRateLimitedAnswer } from '../requests/answers.ts'
import { createTimeoutResult, runWithDeadline } from '../requests/limits/deadline.ts'
import {
  formatClientError,
  isUnavailable,
  findStatus,
  findConflictStatus,
  type FaultReporter,
} from '../requests/error-format.ts'
import { limitErrors } from '../requests/limits/error-limit.ts'
import { DEFAULT_LIMITS, type GraphqlLimits } from '../requests/limits/guards.ts'
import { executeIdempotent, findIdempotentRequest, type OnceResult } from './idempotent.ts'
import { negotiateType, normalizeRequest } from '../requests/negotiation.ts'
import { locateErrors } from '../requests/locations.ts'
import { createRequestPreparer, type PrepareRequest } from '../requests/prepared-request.ts'
import { chargeCost } from '../requests/limits/quota.ts'
import { readParameters } from '../requests/request-parameters.ts'
import type { OperationNote, RequestScope } from '../requests/request-scope.ts'
import { findResponseProblem } from '../requests/limits/response-size.ts'
import { addCodes, notAcceptable, createRefusal } from '../requests/refusals.ts'
import { DocumentRegistry } from '../requests/trusted-documents.ts'

export interface GraphqlHandlerOptions {
  readonly schema: GraphQLSchema
  readonly report: FaultReporter
  readonly limits?: GraphqlLimits
  /** C5.9: the registered documents. Handlers with one registry know the documents of each other. */
  readonly documents?: DocumentRegistry
  /** For handlers that share a cache of documents, and so its schema and limits. */
  readonly prepare?: PrepareRequest
  /** For handlers that share compiled queries. */
  readonly findCompiled?: FindCompiled
}

type Subscribe<Raw> = NonNullable<HandlerOptions<Raw, RequestScope, OperationContext>['onSubscribe']>
type Operation<Raw> = NonNullable<HandlerOptions<Raw, RequestScope, OperationContext>['onOperation']>

/** The arguments of the execution, which its result contains. */
interface RequestArgs extends ExecutionArgs {
  readonly query: string
  readonly cost: number
  readonly type: OperationNote['type']
  readonly fields: readonly string[]
  readonly abort: () => void
  readonly isLate: boolean
  /** C6.9: the request with an Idempotency-Key; null without a key. */
  readonly once: IdempotentRequest | null
}

const streamedElsewhere = (): GraphQLError =>
  new GraphQLError(
    'A subscription returns a stream of events. Send it to /graphql/stream with Accept: text/event-stream.',
    {
      extensions: { code: 'BAD_REQUEST' },
    },
  )

const createSubscribe = <Raw>(schema: GraphQLSchema, prepare: PrepareRequest): Subscribe<Raw> => {
  return async (request, { query, operationName, variables }) => {
    const ready = prepare({ query, operationName, variables })
    if (!('document' in ready)) return createRefusal(request, ready)
    const { document, cost, type, fields } = ready
    if (type === OperationTypeNode.SUBSCRIPTION) return createRefusal(request, [streamedElsewhere()])
    const once = findIdempotentRequest(request, { query, operationName, variables }, ready)
    if (once instanceof GraphQLError) return createRefusal(request, [once])
    const tooMuch = await chargeCost(request.context.charge, ready)
    if (tooMuch !== null) return createRateLimitedAnswer(request, tooMuch)
    // graphql-http requires an index signature, which an interface does not have.
    const contextValue = request.context.domain as unknown as OperationContext
    const { abort = () => undefined, isLate = false, outcome } = request.context
    return {
      schema,
      query,
      document,
      cost,
      type,
      fields,
      once,
      abort,
      isLate,
      rootValue: outcome,
      operationName,
      variableValues: variables,
      contextValue,
    }
  }
}

/** The headers that tell the client to sign in (RFC 9110 §11.6.1, C7.2), or to come back later. */
const createRetryHeaders = (
  status: number,
  [first]: readonly GraphQLError[],
): Readonly<Record<string, string>> => ({
  ...(status === 401 && { 'www-authenticate': 'Bearer' }),
  ...(typeof first?.extensions['retryAfter'] === 'number' && {
    'retry-after': String(first.extensions['retryAfter']),
  }),
  ...(status === 503 && { 'retry-after': '5' }),
})

/** Answers with a status of access if all errors agree on it (C5.7), and hides internal errors. */
const answerWith =
  <Raw>(report: FaultReporter, most: number): Operation<Raw> =>
  (request, args, result) => {
    const { errors = [], isReplayed = false, ...rest } = result as OnceResult
    const { query, document, cost, type, fields } = args as RequestArgs
    request.context.note?.({ type, fields, cost, hasErrors: errors.length > 0 })
    const extensions = { cost }
    const told = locateErrors(errors, document, query).map((error) =>
      formatClientError(error, request.context.requestId, report),
    )
    const away = told.filter(isUnavailable)
    if (away.length > 0)
      return createAnswer(
        request,
        503,
        { errors: limitErrors(away, most), extensions },
        createRetryHeaders(503, away),
      )
    const { responseLimit } = request.context.domain.settings
    const tooLarge = findResponseProblem(
      { data: rest.data, told, isMutation: type === 'mutation' },
      responseLimit,
    )
    if (tooLarge) return createAnswer(request, 400, { errors: [tooLarge], extensions })
    const shown = limitErrors(told, most)
    if (isReplayed)
      return createAnswer(request, 200, { ...rest, extensions }, { 'idempotent-replayed': 'true' })
    if (shown.length === 0) return { ...rest, extensions }
    const status = findConflictStatus(errors) ?? findStatus({ ...rest, errors: told })
    return status === 200
      ? { errors: shown, ...rest, extensions }
      : createAnswer(
          request,
          status,
          { errors: shown, ...rest, extensions },
          createRetryHeaders(status, shown),
        )
  }

const executeAll = async (args: ExecutionArgs): Promise<ExecutionResult> => execute(args)

const createTimedExecute =
  (timeoutMs: number) =>
  (args: ExecutionArgs): Promise<ExecutionResult> => {
    const { once, abort, isLate, contextValue } = args as RequestArgs
    if (isLate) return Promise.resolve(createTimeoutResult())
    const work = () =>
      auditRefusals(contextValue as Context, (context) => {
        const recorded = { ...args, contextValue: context }
        return once ? executeIdempotent(recorded, once, executeAll) : executeAll(recorded)
      })
    return runWithDeadline(args.document, timeoutMs, { work, abort })
  }

/** A request whose compiled query fails runs again in the general way, and pays once. */
const chargeOnce = <Raw>(request: Request<Raw, RequestScope>): Request<Raw, RequestScope> => {
  const { charge } = request.context
  if (charge === undefined) return request
  let charged: Promise<void> | undefined
  const context = { ...request.context, charge: (requests: number) => (charged ??= charge(requests)) }
  return { ...request, context }
}

const isResponse = (value: object): value is Response => Array.isArray(value)

/** GraphQL over HTTP, for any server that can describe its requests. */
export const createGraphqlHandler = <Raw>({
  schema,
  report,
  limits = DEFAULT_LIMITS,
  documents = new DocumentRegistry(),
  prepare = createRequestPreparer(schema, limits),
  findCompiled = createCompiledRequests(schema, prepare),
}: GraphqlHandlerOptions): Handler<Raw, RequestScope> => {
  const read = readParameters<Raw, RequestScope>(documents, createRefusal)
  const handle = createHandler<Raw, RequestScope, OperationContext>({
    schema,
    parseRequestParams: async (request) => {
      const { params } = request.context
      if (params) return params
      const parameters = await read(request)
      if (parameters === undefined || isResponse(parameters)) return parameters
      const compiled = await answerCompiled(findCompiled, request, parameters, limits)
      return compiled ? [String(compiled[0]), compiled[1]] : parameters
    },
    execute: createTimedExecute(limits.timeoutMs),
    onSubscribe: createSubscribe(schema, prepare),
    onOperation: answerWith(report, limits.errors),
  })
  return async (request) => {
    const accepted = negotiateType(request)
    return addCodes(
      accepted ? await handle(chargeOnce(normalizeRequest(request, accepted))) : notAcceptable(),
    )
  }
}

import type { Context } from '@content-service/domain'
import {
  createHandler,
  type Handler,
  type HandlerOptions,
  type OperationContext,
  type Request,
} from 'graphql-http'
import type { ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql'
import { clientError, statusOf, type FaultReporter } from './error-format.ts'
import { documentCache, operationProblem } from './prepared-document.ts'
import { variableProblems } from './variables.ts'

/** What a request brings along: hand it over as the `context` of the graphql-http request. */
export interface RequestScope {
  readonly domain: Context
  /** Told to the client with a failure of ours, and found again in the log. */
  readonly requestId: string
}

export interface GraphqlHandlerOptions {
  readonly schema: GraphQLSchema
  readonly report: FaultReporter
}

type Scoped<Raw> = Request<Raw, RequestScope>
type Subscribe<Raw> = NonNullable<HandlerOptions<Raw, RequestScope, OperationContext>['onSubscribe']>
type Operation<Raw> = NonNullable<HandlerOptions<Raw, RequestScope, OperationContext>['onOperation']>

/** Parsed and validated once per text, variables checked, and only then run. */
const prepareWith = <Raw>(schema: GraphQLSchema): Subscribe<Raw> => {
  const prepared = documentCache(schema)
  return ({ context }, { query, operationName, variables }) => {
    const document = prepared(query)
    if (!('kind' in document)) return document
    const problem = operationProblem(document, operationName)
    if (problem) return [problem]
    const wrong = variableProblems(schema, document, operationName, variables)
    if (wrong.length > 0) return wrong
    // graphql-http asks for an index signature that an interface does not have.
    const contextValue = context.domain as unknown as OperationContext
    return { schema, document, operationName, variableValues: variables, contextValue }
  }
}

const GRAPHQL_RESPONSE = 'application/graphql-response+json'

const mediaTypeFor = ({ headers }: Scoped<unknown>): string => {
  const accept = 'accept' in headers ? String(headers['accept']) : ''
  return `${accept.includes(GRAPHQL_RESPONSE) ? GRAPHQL_RESPONSE : 'application/json'}; charset=utf-8`
}

/** What a status tells the client to do next: to sign in (RFC 9110 §11.6.1, C7.2), or to come back. */
const adviceFor = (status: number, [first]: readonly GraphQLError[]): Readonly<Record<string, string>> => ({
  ...(status === 401 && { 'www-authenticate': 'Bearer' }),
  ...(status === 429 && { 'retry-after': String(first?.extensions['retryAfter']) }),
  ...(status === 503 && { 'retry-after': '5' }),
})

/** Answers statuses of access where every error agrees on one (C5.7), and no error that was not written for clients. */
const answerWith =
  <Raw>(report: FaultReporter): Operation<Raw> =>
  (request, _args, result) => {
    const { errors, ...rest } = result as ExecutionResult
    if (errors === undefined) return
    const shown: GraphQLError[] = errors.map((error) => clientError(error, request.context.requestId, report))
    const status = statusOf({ ...rest, errors: shown })
    if (status === 200) return { ...rest, errors: shown }
    const headers = { 'content-type': mediaTypeFor(request), ...adviceFor(status, shown) }
    return [JSON.stringify({ errors: shown, ...rest }), { status, statusText: '', headers }]
  }

/** GraphQL over HTTP, for any server that can say what a request is. */
export const createGraphqlHandler = <Raw>({
  schema,
  report,
}: GraphqlHandlerOptions): Handler<Raw, RequestScope> =>
  createHandler<Raw, RequestScope, OperationContext>({
    schema,
    onSubscribe: prepareWith(schema),
    onOperation: answerWith(report),
  })

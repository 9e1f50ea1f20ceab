import { OperationTypeNode, type GraphQLError } from 'graphql'
import type { RunnableOperation } from '../execution/operations.ts'
import {
  findConflictStatus,
  findStatus,
  formatClientError,
  isUnavailable,
  type FaultReporter,
} from '../requests/error-format.ts'
import { writeResponse, type Executed, type ResponseBody } from '../requests/executed.ts'
import { limitErrors } from '../requests/limits/error-limit.ts'
import { findReadProblem, findSizeProblem } from '../requests/limits/response-size.ts'
import { locateErrors } from '../requests/locations.ts'

/** The response before the headers that all responses have. */
export interface ResponseParts {
  readonly status: number
  readonly body: ResponseBody
  readonly headers: Readonly<Record<string, string>>
}

/** What decides how the service tells the result of an operation. */
export interface Telling {
  readonly operation: Pick<RunnableOperation, 'document' | 'cost' | 'type'>
  /** The text of the document. */
  readonly query: string
  readonly requestId: string
  readonly report: FaultReporter
  /** The most errors of a response. */
  readonly mostErrors: number
  /** The most bytes of a response (C12.5). */
  readonly responseLimit: number
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

/** A response with errors, and without the data that the client must not take for the whole answer. */
const refuse = (
  { operation: { cost }, mostErrors }: Telling,
  status: number,
  errors: readonly GraphQLError[],
): ResponseParts => ({
  status,
  body: writeResponse({ data: null, errors: limitErrors(errors, mostErrors), cost }),
  headers: createRetryHeaders(status, status === 503 ? errors : []),
})

/** The response with the data of the operation, and its errors. */
const show = (
  { operation: { cost }, mostErrors }: Telling,
  { data, errors }: Executed,
  told: readonly GraphQLError[],
): ResponseParts => {
  const shown = limitErrors(told, mostErrors)
  const status = findConflictStatus(errors) ?? findStatus(data, told)
  const headers = createRetryHeaders(status, status === 200 ? [] : shown)
  return { status, body: writeResponse({ data, errors: shown, cost }), headers }
}

const isMutation = ({ operation }: Telling): boolean => operation.type === OperationTypeNode.MUTATION

/** A response without errors, unless it is too large. */
const showData = (telling: Telling, { data, body, isReplayed = false }: Executed): ResponseParts => {
  const tooLarge = findSizeProblem(data, telling.responseLimit, { isMutation: isMutation(telling) })
  if (tooLarge) return refuse(telling, 400, [tooLarge])
  return {
    status: 200,
    body: body ?? writeResponse({ data, errors: [], cost: telling.operation.cost }),
    headers: isReplayed ? { 'idempotent-replayed': 'true' } : {},
  }
}

/** Answers with a status of access if all errors agree on it (C5.7), and hides internal errors. */
export const createResponse = (telling: Telling, executed: Executed): ResponseParts => {
  if (executed.errors.length === 0) return showData(telling, executed)
  const { operation, query, requestId, report, responseLimit } = telling
  const located = locateErrors(executed.errors, operation.document, query)
  const told = located.map((error) => formatClientError(error, requestId, report))
  const away = told.filter(isUnavailable)
  if (away.length > 0) return refuse(telling, 503, away)
  const tooLarge =
    findReadProblem(told) ??
    findSizeProblem(executed.data, responseLimit, { isMutation: isMutation(telling) })
  return tooLarge ? refuse(telling, 400, [tooLarge]) : show(telling, executed, told)
}

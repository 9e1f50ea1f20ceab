import { ContentError, type ErrorCode } from '@content-service/domain'
import { ERROR_STATUS, IdempotencyConflict } from '@content-service/domain/internal/rules'
import { GraphQLError } from 'graphql'
import type { ResponseBody } from './executed.ts'

/** Reports a failure to the log, with the request id that the client receives instead of the failure. */
export type FaultReporter = (error: unknown, requestId: string) => void

const withCode = (
  error: GraphQLError,
  code: ErrorCode,
  message: string,
  more: Record<string, unknown> = {},
): GraphQLError =>
  new GraphQLError(message, {
    ...(error.nodes && { nodes: error.nodes }),
    ...(error.source && { source: error.source }),
    ...(error.positions && { positions: error.positions }),
    ...(error.path && { path: error.path }),
    extensions: { code, ...more },
  })

const formatRefusal = (error: GraphQLError, cause: ContentError): GraphQLError =>
  withCode(error, cause.code, cause.message, {
    ...(cause.problems.length > 0 && { problems: cause.problems }),
    ...('retryAfter' in cause && typeof cause.retryAfter === 'number' && { retryAfter: cause.retryAfter }),
  })

/**
 * C5.11: an error as the client may see it. Refusals carry their code and problems; anything else becomes
 * INTERNAL_SERVER_ERROR with the request's id and is reported whole.
 */
export const formatClientError = (
  error: GraphQLError,
  requestId: string,
  report: FaultReporter,
): GraphQLError => {
  const cause = error.originalError
  if (cause instanceof ContentError) return formatRefusal(error, cause)
  if (error.extensions['code'] !== undefined) return error
  report(cause ?? error, requestId)
  return withCode(
    error,
    'INTERNAL_SERVER_ERROR',
    'The service failed, and logged the error. Try again later.',
    {
      requestId,
    },
  )
}

export const getCode = (error: {
  readonly extensions?: Readonly<Record<string, unknown>> | undefined
}): ErrorCode | undefined => error.extensions?.['code'] as ErrorCode | undefined

/** Refusals of the whole request, regardless of the field that caused them. */
const OF_THE_REQUEST: ReadonlySet<ErrorCode> = new Set([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'TIMEOUT',
])

/** C5.7: without data, the common status of all errors if it is a status of access or of the service; otherwise 200. */
export const findStatus = (data: ResponseBody | null, errors: readonly GraphQLError[]): number => {
  const [first, ...others] = errors.map(getCode)
  if (data !== 'null' || first === undefined || others.some((code) => code !== first)) return 200
  return OF_THE_REQUEST.has(first) ? ERROR_STATUS[first] : 200
}

/** C12.18: the database is away or too slow, so the whole request fails. */
export const isUnavailable = (error: GraphQLError): boolean => {
  const code = getCode(error)
  return code === 'UNAVAILABLE' || code === 'TIMEOUT'
}

/** The status of a request that has not run: that of its first error (C8). */
export const findStatusByCode = ([first]: readonly GraphQLError[]): number =>
  ERROR_STATUS[(first && getCode(first)) ?? 'INTERNAL_SERVER_ERROR']

/** C6.9: the status of a mutation that has not run because of its key. */
export const findConflictStatus = ([first]: readonly GraphQLError[]): number | undefined =>
  first?.originalError instanceof IdempotencyConflict ? first.originalError.status : undefined

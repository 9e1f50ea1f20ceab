import { ContentError, type ErrorCode, type Problem } from '@content-service/domain'
import { IdempotencyConflict } from '@content-service/domain/internal/rules'
import type { RestResponse } from './http.ts'

const TITLES: Partial<Readonly<Record<ErrorCode, string>>> = {
  BAD_REQUEST: 'The request is malformed',
  BAD_USER_INPUT: 'The input is not valid',
  UNAUTHENTICATED: 'A credential is needed',
  FORBIDDEN: 'Not allowed',
  NOT_FOUND: 'Not found',
  CONFLICT: 'The request conflicts with stored data',
  INVALID_TRANSITION: 'The workflow has no such transition',
  INVALID_TOKEN: 'The token is not valid',
  IDEMPOTENCY_CONFLICT: 'The key is in use',
  PRECONDITION_FAILED: 'The resource has changed',
  PRECONDITION_REQUIRED: 'If-Match is missing',
  METHOD_NOT_ALLOWED: 'The method is not supported',
  UNSUPPORTED_MEDIA_TYPE: 'The media type is not supported',
  NOT_ACCEPTABLE: 'No acceptable media type',
  PAYLOAD_TOO_LARGE: 'The body is too large',
  RATE_LIMITED: 'Too many requests',
  TIMEOUT: 'The request took too long',
  UNAVAILABLE: 'The service is unavailable for a moment',
  INTERNAL_SERVER_ERROR: 'The service failed',
}

/** RFC 6901 §3. */
const escapeSegment = (segment: string | number): string =>
  String(segment).replaceAll('~', '~0').replaceAll('/', '~1')

const createPointer = (path: Problem['path']): string =>
  path.map((segment) => `/${escapeSegment(segment)}`).join('')

/** The text with a period, unless it ends with a question. */
export const endSentence = (text: string): string => (text.endsWith('?') ? text : `${text}.`)

/** C6.4: an error with its own status; a refusal may have additional headers. */
export class RestError extends ContentError {
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(code, message)
    this.headers = headers
  }
}

/**
 * RFC 9110 §15.5.2: a 401 names a scheme to sign in with. API keys have no scheme, so that the response to a wrong key
 * names Bearer.
 */
const createChallenge = (error: ContentError): Readonly<Record<string, string>> => {
  if ('challenge' in error && typeof error.challenge === 'string')
    return { 'www-authenticate': error.challenge }
  return error.code === 'UNAUTHENTICATED' ? { 'www-authenticate': 'Bearer' } : {}
}

const createHeaders = (error: ContentError): Readonly<Record<string, string>> => ({
  ...(error instanceof RestError && error.headers),
  ...createChallenge(error),
  ...('retryAfter' in error &&
    typeof error.retryAfter === 'number' && { 'retry-after': String(error.retryAfter) }),
  ...(error.status === 503 && { 'retry-after': '5' }),
  ...(error instanceof IdempotencyConflict && error.location !== null && { location: error.location }),
})

/** C6.7: an error as application/problem+json (RFC 9457), with the string `error` of the specification. */
export const createProblemResponse = (
  error: ContentError,
  requestId: string,
  baseUrl: string,
): RestResponse => {
  const { status } = error
  const problem = {
    type: `${baseUrl}/api/errors/${error.code}`,
    title: TITLES[error.code] ?? error.code,
    status,
    detail: error.message,
    instance: requestId,
    code: error.code,
    error: error.message,
    errors: error.problems.map(({ path, message }) => ({ pointer: createPointer(path), message })),
  }
  return {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      ...createHeaders(error),
    },
    body: JSON.stringify(problem),
  }
}

/** The error of a failure of the service; the log has the details. */
export const createUnknownFailure = (): ContentError =>
  new ContentError('INTERNAL_SERVER_ERROR', 'The service failed, and logged the error. Try again later.')

export interface ProblemOptions {
  /** Where the pages of the error codes are: `{baseUrl}/api/errors/{CODE}`. */
  readonly baseUrl: string
  /** Reports a failure to the log, with the request id that the client receives instead of the failure. */
  readonly report: (error: unknown, requestId: string) => void
}

/** Turns a thrown error into its problem; an unexpected error is reported and not shown. */
export const createRefusalResponse = (
  error: unknown,
  requestId: string,
  { baseUrl, report }: ProblemOptions,
): RestResponse => {
  if (error instanceof ContentError) return createProblemResponse(error, requestId, baseUrl)
  report(error, requestId)
  return createProblemResponse(createUnknownFailure(), requestId, baseUrl)
}

/** Every error code of the service, with its status in REST (C8). One table serves both interfaces (C1.3). */
export const ERROR_STATUS = {
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  BAD_REQUEST: 400,
  BAD_USER_INPUT: 422,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  INVALID_TRANSITION: 409,
  IDEMPOTENCY_CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  QUERY_TOO_COMPLEX: 400,
  PERSISTED_QUERY_NOT_FOUND: 400,
  RATE_LIMITED: 429,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  UNSUPPORTED_MEDIA_TYPE: 415,
  PRECONDITION_REQUIRED: 428,
  INVALID_TOKEN: 403,
  TIMEOUT: 503,
  UNAVAILABLE: 503,
  INTERNAL_SERVER_ERROR: 500,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** A problem of one value of an input: the path to the value, and a sentence that says how to change the value. */
export interface Problem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** A refusal for the caller: the message is written for the caller and contains no internal facts. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
  readonly code: ErrorCode
  readonly problems: readonly Problem[]

  constructor(code: ErrorCode, message: string, problems: readonly Problem[] = [], options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.problems = problems
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** C7.6, C9.1: too many requests, attempts or mails; `retryAfter` is in whole seconds. */
export class RateLimited extends ContentError {
  readonly retryAfter: number

  constructor(message: string, retryAfter: number) {
    super('RATE_LIMITED', message)
    this.retryAfter = retryAfter
  }
}

/**
 * C6.9: the request of the key still runs, or its response was not kept (409), or another request used the key (422).
 */
export class IdempotencyConflict extends ContentError {
  readonly #status: 409 | 422
  /** In whole seconds; null if waiting does not help. */
  readonly retryAfter: number | null
  /** C12.15: the address of the record of a completed request; null for another conflict. */
  readonly location: string | null

  constructor(status: 409 | 422, message: string, done?: { readonly location: string | null }) {
    super('IDEMPOTENCY_CONFLICT', message)
    this.#status = status
    this.retryAfter = status === 409 && done === undefined ? 1 : null
    this.location = done?.location ?? null
  }

  override get status(): number {
    return this.#status
  }
}

/** The rule of one value throws this error; `accept` turns it into a Problem with the path of the value. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue'
}

/** A response reports at most this number of problems (C5.11). */
const MAX_PROBLEMS = 100

export const badUserInput = (problems: readonly Problem[]): ContentError => {
  const told = problems.slice(0, MAX_PROBLEMS)
  const sentences = told.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  )
  return new ContentError('BAD_USER_INPUT', sentences.join('; '), told)
}

/** `badUserInput` for a single value. */
export const badValue = (path: Problem['path'], message: string): ContentError =>
  badUserInput([{ path, message }])

export const notFound = (what: string): ContentError =>
  new ContentError('NOT_FOUND', `There is no ${what} with this id, or you may not see it.`)

/** `notFound` for a record of a type. The record of a type with one record has no id that a client could correct. */
export const recordNotFound = ({
  word,
  isSingle = false,
}: {
  readonly word: string
  readonly isSingle?: boolean | undefined
}): ContentError =>
  isSingle ? new ContentError('NOT_FOUND', 'You may not see this record.') : notFound(word)

export const conflict = (message: string, problems: readonly Problem[] = []): ContentError =>
  new ContentError('CONFLICT', message, problems)

/**
 * Prepends `path` to the paths of the problems of an error, for a value that lies at `path` inside a larger input.
 * Returns an error without problems unchanged, and the paths that begin with a name of `complete`.
 */
export const prefixPath = (path: Problem['path'], error: unknown, complete: object = {}): unknown => {
  if (!(error instanceof ContentError) || error.problems.length === 0) return error
  const problems = error.problems.map((problem) =>
    Object.hasOwn(complete, problem.path[0] ?? '')
      ? problem
      : { ...problem, path: [...path, ...problem.path] },
  )
  return new ContentError(error.code, error.message, problems, { cause: error })
}

import type { ServerCode } from './server-codes.ts'

/** One value of the input that is wrong. */
export interface InputProblem {
  /** The path to the value: `['input', 'title']` over GraphQL, `['title']` over REST. Empty: the whole input. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** One error of a GraphQL response. */
export interface GraphqlError {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions?: Readonly<Record<string, unknown>>
}

interface CodedError<Code extends string> extends Error {
  readonly name: 'ClientError'
  readonly code: Code
}

interface FromServer<Code extends string> extends CodedError<Code> {
  /** The HTTP status. */
  readonly status: number
  /** Names the request in the log of the service. */
  readonly requestId: string | undefined
  /** Over GraphQL all errors of the response; this error has the code and the message of the first. Over REST: empty. */
  readonly errors: readonly GraphqlError[]
}

export type CodeWithWait = 'RATE_LIMITED' | 'UNAVAILABLE' | 'IDEMPOTENCY_CONFLICT'

/** The service refused the input. */
export interface InputError extends FromServer<'BAD_USER_INPUT'> {
  readonly problems: readonly InputProblem[]
}

/** Stored data stands against the request. */
export interface ConflictError extends FromServer<'CONFLICT'> {
  /** The values that stand against stored data, such as a name that somebody else has; empty if it is none of the input. */
  readonly problems: readonly InputProblem[]
}

/** The service can answer later. */
export interface WaitError extends FromServer<CodeWithWait> {
  /** Seconds. */
  readonly retryAfter: number | undefined
}

/** A newer service sent a code that this version of the client does not know. */
export interface UnknownCodeError extends FromServer<'UNKNOWN_CODE'> {
  readonly serverCode: string
}

/** No response of the service arrived. `cause` is the error of `fetch`. */
export interface NetworkError extends CodedError<'NETWORK_ERROR'> {}

/** The caller aborted the request. `cause` is the reason of the signal. */
export interface AbortedError extends CodedError<'ABORTED'> {}

/** A response arrived that the service does not send, for example the page of a proxy. */
export interface MalformedResponseError extends CodedError<'MALFORMED_RESPONSE'> {
  readonly status: number
}

/** A person could not be signed in, or has to sign in again: see `@content-service/client/oauth`. */
export interface SignInError extends CodedError<'SIGN_IN_FAILED'> {
  /**
   * The `error` of OAuth (RFC 6749 §4.1.2.1, §5.2), such as `access_denied` or `invalid_grant`; a code of the service, such
   * as `UNAVAILABLE`; `signed_out` when nobody is signed in; `not_for_us` when a response does not belong to the sign-in
   * that began here.
   */
  readonly reason: string
}

/** All errors of a client. `code` decides which members an error has. */
export type ClientError =
  | InputError
  | ConflictError
  | WaitError
  | FromServer<Exclude<ServerCode, 'BAD_USER_INPUT' | 'CONFLICT' | CodeWithWait>>
  | UnknownCodeError
  | NetworkError
  | AbortedError
  | MalformedResponseError
  | SignInError

/** Narrows what a `catch` gets. */
export const isClientError = (value: unknown): value is ClientError =>
  value instanceof Error && value.name === 'ClientError' && 'code' in value

type MembersOf<E> = E extends ClientError ? Omit<E, keyof Error> : never

export const clientError = (message: string, members: MembersOf<ClientError>, cause?: unknown): ClientError =>
  // The members decide which error of the union this is.
  Object.assign(new Error(message, cause === undefined ? {} : { cause }), {
    name: 'ClientError',
    ...members,
  }) as ClientError

export const malformed = (message: string, status: number, cause?: unknown): ClientError =>
  clientError(message, { code: 'MALFORMED_RESPONSE', status }, cause)

/** Why `fetch`, or the reading of its response, failed. */
export const noResponse = (cause: unknown, path: string, signal?: AbortSignal | null): ClientError => {
  if (signal?.aborted)
    return clientError(`The request of ${path} was aborted.`, { code: 'ABORTED' }, signal.reason)
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `${path} gave no response: ${reason}. Check the URL of the service and the network.`
  return clientError(message, { code: 'NETWORK_ERROR' }, cause)
}

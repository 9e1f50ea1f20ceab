import { ContentError } from '@content-service/domain'
import { RateLimited } from '@content-service/domain/internal/rules'

/**
 * The errors of RFC 6749 §5.2 and §4.1.2.1, of OpenID Connect Core §3.1.2.6, and of the service, with their statuses.
 */
const STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  unsupported_token_type: 400,
  invalid_scope: 400,
  access_denied: 403,
  login_required: 403,
  consent_required: 403,
  temporarily_unavailable: 503,
  server_error: 500,
} as const

export type OAuthErrorCode = keyof typeof STATUS

interface More {
  /** Replaces the usual status of the code. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A refusal for the client, or for the person on a page. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: OAuthErrorCode
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(code: OAuthErrorCode, message: string, { status, headers = {} }: More = {}) {
    super(message)
    this.code = code
    this.status = status ?? STATUS[code]
    this.headers = headers
  }
}

export const invalidRequest = (message: string, more: More = {}): OAuthError =>
  new OAuthError('invalid_request', message, more)

export const invalidScope = (message: string): OAuthError => new OAuthError('invalid_scope', message)

/** RFC 6749 §5.2, RFC 9110 §15.5.2: a 401 names an accepted scheme. */
export const invalidClient = (): OAuthError =>
  new OAuthError(
    'invalid_client',
    'The client is unknown, or its secret is wrong or missing, or it used an authentication method that it is not registered for.',
    {
      headers: { 'www-authenticate': 'Basic realm="oauth", charset="UTF-8"' },
    },
  )

/** C7.6, C9.1: RFC 6749 has no error code for a client that must wait. */
export const tooManyRequests = (message: string, seconds: number): OAuthError =>
  new OAuthError('temporarily_unavailable', message, {
    status: 429,
    headers: { 'retry-after': String(seconds) },
  })

const isCode = (name: string): name is OAuthErrorCode => Object.hasOwn(STATUS, name)

/** The original error inside the error of the library. */
export const unwrapError = (error: unknown): unknown =>
  error instanceof Error && 'inner' in error && error.inner instanceof Error ? error.inner : error

/** Adds advice for the client to the message of the library about an invalid grant. */
const explainCode = (code: OAuthErrorCode, message: string): string =>
  code === 'invalid_grant'
    ? 'The code or the token is not valid for this client: it is used, revoked, expired or belongs to another client. Request a new one.'
    : `${message}.`

/** The error for the client: errors of the service unchanged, and errors of the library by their names of RFC 6749. */
export const toOAuthError = (thrown: unknown, report: (error: unknown) => void): OAuthError => {
  const error = unwrapError(thrown)
  if (error instanceof OAuthError) return error
  if (error instanceof ContentError && error.status === 503)
    return new OAuthError('temporarily_unavailable', error.message, { headers: { 'retry-after': '5' } })
  if (error instanceof RateLimited) return tooManyRequests(error.message, error.retryAfter)
  if (error instanceof Error && error.name !== 'server_error' && isCode(error.name))
    return new OAuthError(error.name, explainCode(error.name, error.message))
  report(error)
  return new OAuthError('server_error', 'The service failed, and logged the error. Try again later.')
}

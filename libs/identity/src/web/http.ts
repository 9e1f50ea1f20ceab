import type { RateLimited } from '@content-service/domain/internal/rules'
import type { OAuthError } from './oauth-error.ts'
import { invalidRequest, tooManyRequests } from './oauth-error.ts'

/** A request without its framework. Header names are lower case. */
export interface OAuthRequest {
  readonly method: string
  /** The path without the query. */
  readonly path: string
  /** The query as it was sent, without the question mark. */
  readonly query: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Null if the body is longer than a form may be. */
  readonly body: Uint8Array | null
  readonly formLimits?: FormLimits | undefined
  readonly address: string | null
  /** The name of the request in the log. */
  readonly id: string
}

export interface OAuthResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** C7.5, C6.10: no cache keeps tokens, or pages that lead to tokens. RFC 6749 §5.1 requires both headers. */
export const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' }

export const createJsonResponse = (
  status: number,
  value: object,
  headers: Readonly<Record<string, string>> = {},
): OAuthResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...NO_STORE, ...headers },
  body: JSON.stringify(value),
})

/** RFC 6749 §5.2. */
export const createErrorResponse = ({ code, message, status, headers }: OAuthError): OAuthResponse =>
  createJsonResponse(status, { error: code, error_description: message }, headers)

/** For a body that the service cannot read, for example in a broken encoding. */
export const createUnreadableBodyResponse = (status: number): OAuthResponse =>
  createErrorResponse(
    invalidRequest('The service cannot read the body. Send a complete, uncompressed form in UTF-8.', {
      status,
    }),
  )

/** C9.1: for a request that is refused before it reaches an endpoint. */
export const createRateLimitResponse = ({ message, retryAfter }: RateLimited): OAuthResponse =>
  createErrorResponse(tooManyRequests(message, retryAfter))

export interface FormLimits {
  readonly bytes: number
  /** Parameters of a form or a query. The longest request has 12. */
  readonly parameters: number
  /** Characters of a value. A token with a hundred scopes has about 3,000. */
  readonly valueLength: number
}

/** No client and no person needs a longer form. */
export const DEFAULT_FORM_LIMITS: FormLimits = { bytes: 65_536, parameters: 50, valueLength: 8_192 }

/** The parameters of a form or a query. A parameter without a value counts as absent (RFC 6749 §3.1). */
export type Parameters = ReadonlyMap<string, string>

const decodeParameter = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalidRequest('The parameters are not form-urlencoded UTF-8.')
  }
}

/** RFC 6749 §3.1: refuses repeated parameters, and values that the database cannot store. */
export const parseParameters = (text: string, limits = DEFAULT_FORM_LIMITS): Parameters => {
  const parameters = new Map<string, string>()
  for (const pair of splitPairs(text, limits.parameters)) {
    const [name = '', ...value] = pair.split('=').map(decodeParameter)
    if (parameters.has(name))
      throw invalidRequest(`The request contains the parameter ${quoteName(name)} twice. Send it once.`)
    parameters.set(name, checkValue(name, value.join('='), limits.valueLength))
  }
  return new Map([...parameters].filter(([, value]) => value !== ''))
}

const splitPairs = (text: string, most: number): readonly string[] => {
  const pairs = text.split('&').filter((part) => part !== '')
  if (pairs.length > most)
    throw invalidRequest(`The request has more than ${most} parameters. Send fewer parameters.`)
  return pairs
}

const checkValue = (name: string, value: string, longest: number): string => {
  if (value.includes('\u0000')) throw invalidRequest('A parameter contains the character U+0000. Remove it.')
  if (value.length > longest)
    throw invalidRequest(
      `The parameter ${quoteName(name)} is longer than ${longest} characters. Send a shorter value.`,
    )
  return value
}

/** RFC 6749 §5.2: an error_description may contain certain characters only. */
const quoteName = (name: string): string => (/^[\w.-]{1,40}$/.test(name) ? name : 'with this name')

const FORM = 'application/x-www-form-urlencoded'

/** The form in the body of a request. @throws OAuthError invalid_request. */
export const parseForm = ({ headers, body, formLimits = DEFAULT_FORM_LIMITS }: OAuthRequest): Parameters => {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== FORM) throw invalidRequest(`Send the parameters as a body of type ${FORM}.`, { status: 415 })
  if (body === null)
    throw invalidRequest(`The body has more than ${formLimits.bytes} bytes. Send a smaller body.`, {
      status: 413,
    })
  return parseParameters(decodeBody(body), formLimits)
}

const decodeBody = (body: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw invalidRequest('The body is not UTF-8.')
  }
}

/** @throws OAuthError invalid_request if the parameter is missing. */
export const requireParameter = (parameters: Parameters, name: string): string => {
  const value = parameters.get(name)
  if (value === undefined) throw invalidRequest(`The parameter ${name} is missing.`)
  return value
}

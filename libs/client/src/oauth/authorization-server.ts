import { type ClientError, clientError, noResponse } from '../errors/client-error.ts'
import { unexpected } from '../transport/read-json.ts'

/** The members of the metadata (RFC 8414 §2) that a client needs. */
export interface Metadata {
  readonly issuer: string
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly revocation_endpoint: string
}

/** RFC 6749 §5.1. `expires_in` has seconds. */
export interface TokenResponse {
  readonly access_token: string
  readonly expires_in: number
  readonly refresh_token?: string
}

export const signInFailed = (reason: string, message: string): ClientError =>
  clientError(message, { code: 'SIGN_IN_FAILED', reason })

interface OAuthResponse {
  /** RFC 6749 §5.2. */
  readonly error?: string
  readonly error_description?: string
  /** RFC 9457, such as UNAVAILABLE. */
  readonly code?: string
  readonly detail?: string
}

const parse = (text: string, response: Response): OAuthResponse => {
  try {
    return JSON.parse(text || '{}') ?? {}
  } catch (cause) {
    throw unexpected(response, cause)
  }
}

/** Requests an address of the authorization server. Throws a ClientError. */
export const request = async (
  send: typeof fetch,
  address: string,
  form?: Readonly<Record<string, string>>,
): Promise<unknown> => {
  const fail = (cause: unknown): never => {
    throw noResponse(cause, address)
  }
  const init = form && { method: 'POST', body: new URLSearchParams(form) }
  const response = await send(address, init).catch(fail)
  const json = parse(await response.text().catch(fail), response)
  if (response.ok) return json
  const reason = json.code ?? json.error
  if (!reason) throw unexpected(response)
  throw signInFailed(reason, `The sign-in failed: ${json.detail ?? json.error_description ?? reason}`)
}

import { malformed, noResponse } from '../errors/client-error.ts'
import { createCredential, type Credential, type Credentials } from './credentials.ts'

/** Requests a path of the service, such as `/api/me`. Throws a ClientError when no response arrives. */
export type ServiceFetch = (path: string, init?: RequestInit) => Promise<Response>

export interface FetchOptions extends Credentials {
  /** The address of the service, such as `https://content.example`. */
  readonly url: string
  /** Sends the requests; the `fetch` of the platform without it. */
  readonly fetch?: typeof fetch | undefined
}

export const readAddress = (url: string): string => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw new TypeError(
      `url: "${url}" is no URL. Give the URL of the service, such as https://content.example`,
    )
  }
  if (parsed.username || parsed.search || parsed.hash) {
    throw new TypeError('url: give the URL alone, without a password, a query or a fragment.')
  }
  return parsed.href.replace(/\/$/, '')
}

/** A redirect would hand the API key to another server: `fetch` removes only `Authorization`. */
const refuseRedirect = (response: Response, base: string): Response => {
  const { status, type, headers } = response
  if (type !== 'opaqueredirect' && (status < 301 || status > 308 || status === 304)) return response
  const place = headers.get('location') ?? 'another URL'
  throw malformed(
    `${base} redirects to ${place}. Give the client the URL at which the service answers.`,
    status,
  )
}

/** RFC 6750 §3.1: the token has expired or was revoked. */
const isTokenRefused = ({ headers }: Response): boolean =>
  /error="invalid_token"/.test(headers.get('www-authenticate') ?? '')

/** `fetch` for one service: adds the address and the credential. */
export const createFetch = (options: FetchOptions): ServiceFetch => {
  const base = readAddress(options.url)
  const getCredential = createCredential(options)
  const send = async (path: string, init: RequestInit, credential: Credential | undefined) => {
    const headers = new Headers(init.headers)
    if (credential) headers.set(credential.header, credential.value)
    // Called without an object: the `fetch` of a browser refuses any other `this`.
    const request = options.fetch ?? fetch
    const response = await request(base + path, { ...init, headers, redirect: 'manual' }).catch(
      (cause: unknown) => {
        throw noResponse(cause, path, init.signal)
      },
    )
    return refuseRedirect(response, base)
  }
  return async (path, init = {}) => {
    const credential = await getCredential()
    const response = await send(path, init, credential)
    if (!isTokenRefused(response) || credential?.renewable === undefined) return response
    const renewed = await getCredential(credential.renewable)
    if (renewed?.renewable === credential.renewable) return response
    response.body?.cancel().catch(() => {}) // frees the connection
    return send(path, init, renewed)
  }
}

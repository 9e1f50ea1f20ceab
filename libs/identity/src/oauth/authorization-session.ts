import type { AuthorizationRequest, Destination } from './authorization-request.ts'
import type { Browser } from '../web/browser.ts'
import { NO_STORE, type OAuthRequest, type OAuthResponse } from '../web/http.ts'
import type { OAuthServer } from './oauth-server.ts'
import type { FormContext } from './pages/form-context.ts'

/** One request of a person to the authorization endpoint. */
export interface AuthorizationSession {
  readonly authorization: AuthorizationRequest
  readonly formContext: FormContext
  readonly browser: Browser
  readonly request: OAuthRequest
  readonly server: OAuthServer
}

const redirect = (location: string, headers: Readonly<Record<string, string>> = {}): OAuthResponse => ({
  // 303: the request after a form is a GET (RFC 9700 §4.12).
  status: 303,
  headers: { location, ...NO_STORE, ...headers },
  body: '',
})

/** RFC 6749 §4.1.2; `iss` names the server of the response (RFC 9207). */
export const redirectToClient = (
  { redirectUri, state }: Destination,
  answer: Readonly<Record<string, string>>,
  { issuer }: OAuthServer,
): OAuthResponse => {
  const parameters = new URLSearchParams({ ...answer, ...(state !== undefined && { state }), iss: issuer })
  return redirect(`${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters}`)
}

/** Repeats the request after the sign-in, without prompt=login. */
export const redirectToSameRequest = (
  { formContext }: AuthorizationSession,
  headers: Readonly<Record<string, string>> = {},
): OAuthResponse => {
  const query = new URLSearchParams(formContext.query)
  const prompt = query
    .get('prompt')
    ?.split(' ')
    .filter((word) => word !== 'login')
  if (prompt) query.set('prompt', prompt.join(' '))
  return redirect(`?${query}`, headers)
}

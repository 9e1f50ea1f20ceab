import type { User } from '@content-service/domain'
import {
  authorizationRequest,
  destinationOf,
  type AuthorizationRequest,
  type Destination,
} from './authorization-request.ts'
import {
  browserCookie,
  browserOf,
  checkFormProof,
  signedInBrowser,
  signOut,
  type Browser,
} from './browser.ts'
import { grantedAt } from './exchange.ts'
import {
  formOf,
  NO_STORE,
  parametersOf,
  type OAuthRequest,
  type OAuthResponse,
  type Parameters,
} from './http.ts'
import { asOAuthError, invalidRequest, OAuthError } from './oauth-error.ts'
import { CODE_SECONDS, later, type OAuthServer } from './oauth-server.ts'
import { consentPage, signInPage, type Asking } from './pages/pages.ts'
import { scopesForUser } from './scopes.ts'
import { digestOf } from '../secrets.ts'
import { randomSecret } from './secrets.ts'

/** A person at the endpoint: what is asked of them, and what they are seen as. */
interface Visit {
  readonly asked: AuthorizationRequest
  readonly asking: Asking
  readonly browser: Browser
}

const redirect = (location: string, headers: Readonly<Record<string, string>> = {}): OAuthResponse => ({
  // 303: what follows a form is a GET (RFC 9700 §4.12).
  status: 303,
  headers: { location, ...NO_STORE, ...headers },
  body: '',
})

/** RFC 6749 §4.1.2; `iss` tells the client which server has answered (RFC 9207). */
const answerTo = (
  { redirectUri, state }: Destination,
  answer: Readonly<Record<string, string>>,
  { issuer }: OAuthServer,
): OAuthResponse => {
  const parameters = new URLSearchParams({ ...answer, ...(state !== undefined && { state }), iss: issuer })
  return redirect(`${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters}`)
}

/** The code that lets the client fetch tokens for this user, within a minute and with its PKCE verifier. */
const answerWithCode = async (
  { asked }: Visit,
  user: User,
  scopes: readonly string[],
  server: OAuthServer,
): Promise<OAuthResponse> => {
  const [secret, now] = [randomSecret(), server.now()]
  await server.stores.grants.addCode({
    hash: digestOf(secret),
    clientId: asked.client.id,
    userId: user.id,
    scopes,
    redirectUri: asked.redirectUri,
    codeChallenge: asked.codeChallenge,
    issuedAt: grantedAt(now, user),
    expiresAt: later(now, CODE_SECONDS),
  })
  return answerTo(asked, { code: secret }, server)
}

/** C7.5: who has agreed before to this client, and to no less, goes straight on. */
const hasAgreed = async (user: User, { asked }: Visit, scopes: readonly string[], server: OAuthServer) => {
  const agreed = await server.stores.consents.agreed(user.id, asked.client.id)
  return !asked.prompt.has('consent') && agreed !== null && scopes.every((scope) => agreed.includes(scope))
}

/** OpenID Connect Core §3.1.2.6: the client wants an answer, or else no page. */
const refuseSilently = ({ asked }: Visit, code: 'login_required' | 'consent_required'): void => {
  if (asked.prompt.has('none')) throw new OAuthError(code, 'The person would have to see a page.')
}

const show = async (visit: Visit, server: OAuthServer): Promise<OAuthResponse> => {
  const { asked, asking, browser } = visit
  if (browser.user === null || asked.prompt.has('login')) {
    refuseSilently(visit, 'login_required')
    return withCookie(signInPage(asking), browser, server)
  }
  const scopes = scopesForUser(browser.user, asked.scopes, server.policy)
  if (await hasAgreed(browser.user, visit, scopes, server))
    return answerWithCode(visit, browser.user, scopes, server)
  refuseSilently(visit, 'consent_required')
  return withCookie(consentPage(asking, browser.user, scopes), browser, server)
}

const withCookie = (response: OAuthResponse, browser: Browser, server: OAuthServer): OAuthResponse => ({
  ...response,
  headers: { ...response.headers, ...browserCookie(browser, server) },
})

/** The same request once the sign-in that it wanted has happened. */
const again = ({ asking }: Visit, headers: Readonly<Record<string, string>> = {}): OAuthResponse => {
  const query = new URLSearchParams(asking.query)
  const prompt = query
    .get('prompt')
    ?.split(' ')
    .filter((word) => word !== 'login')
  if (prompt) query.set('prompt', prompt.join(' '))
  return redirect(`?${query}`, headers)
}

/** One answer for every way to be wrong (C7.6). */
const WRONG = 'The username or the password is wrong.'

const signIn = async (visit: Visit, form: Parameters, address: string | null, server: OAuthServer) => {
  const { asking, browser } = visit
  const [username, password] = [form.get('username') ?? '', form.get('password') ?? '']
  const outcome = await server.signIn({ login: username, password, address })
  if (outcome.kind !== 'signed-in') return signInPage(asking, { problem: WRONG, username, status: 200 })
  await signOut(browser, server)
  return again(visit, browserCookie(await signedInBrowser(outcome.user, server), server))
}

const allow = async (visit: Visit, server: OAuthServer): Promise<OAuthResponse> => {
  const { asked, browser } = visit
  if (browser.user === null) return again(visit)
  const scopes = scopesForUser(browser.user, asked.scopes, server.policy)
  await server.stores.consents.agree(browser.user.id, asked.client.id, scopes, server.now())
  return answerWithCode(visit, browser.user, scopes, server)
}

const choose = (visit: Visit, request: OAuthRequest, server: OAuthServer): Promise<OAuthResponse> => {
  const form = formOf(request)
  checkFormProof(form, visit.browser)
  switch (form.get('choice')) {
    case 'sign-in':
      return signIn(visit, form, request.address, server)
    case 'allow':
      return allow(visit, server)
    case 'refuse':
      throw new OAuthError('access_denied', 'The person has refused.')
    default:
      throw invalidRequest('The form has no such choice.')
  }
}

const visited = async (
  request: OAuthRequest,
  destination: Destination,
  parameters: Parameters,
  server: OAuthServer,
): Promise<OAuthResponse> => {
  const asked = authorizationRequest(destination, parameters, server)
  const browser = await browserOf(request, server)
  const visit = { asked, browser, asking: { ...destination, query: request.query, browser } }
  return request.method === 'POST' ? choose(visit, request, server) : show(visit, server)
}

/**
 * RFC 6749 §3.1: signs a person in, asks whether they agree, and sends them back with a code. Until the client and
 * its address are known to be right, whatever is wrong is told to the person; from then on to the client.
 * @throws OAuthError for the person.
 */
export const authorizationEndpoint = async (
  request: OAuthRequest,
  server: OAuthServer,
): Promise<OAuthResponse> => {
  const parameters = parametersOf(request.query)
  const destination = await destinationOf(parameters, server)
  try {
    return await visited(request, destination, parameters, server)
  } catch (error) {
    const { code, message } = asOAuthError(error, server.report)
    return answerTo(destination, { error: code, error_description: message }, server)
  }
}

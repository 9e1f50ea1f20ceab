import type { User } from '@content-service/domain'
import { digestOf } from '../secrets.ts'
import { authorizationRequest, destinationOf, type Destination } from './authorization-request.ts'
import { browserOf, checkFormProof, FormRefused } from './browser.ts'
import { grantedAt } from './exchange.ts'
import { formOf, parametersOf, type OAuthRequest, type OAuthResponse, type Parameters } from './http.ts'
import { asOAuthError, invalidRequest, OAuthError } from './oauth-error.ts'
import { CODE_SECONDS, later, type OAuthServer } from './oauth-server.ts'
import { consentPage } from './pages/consent-page.ts'
import { signInPage } from './pages/sign-in-page.ts'
import { scopesForUser } from './scopes.ts'
import { randomSecret } from './secrets.ts'
import { signIn } from './sign-in-choice.ts'
import { again, answerTo, withCookie, type Visit } from './visit.ts'

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
    if (error instanceof FormRefused) throw error
    const { code, message } = asOAuthError(error, server.report)
    return answerTo(destination, { error: code, error_description: message }, server)
  }
}

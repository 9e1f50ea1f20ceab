import type { User } from '@content-service/domain'
import { digestOf } from '../secrets.ts'
import { authorizationRequest, destinationOf, type Destination } from './authorization-request.ts'
import { agreedSince } from './agreed-since.ts'
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

/** What a user lets the client do. */
interface Allowed {
  readonly user: User
  readonly scopes: readonly string[]
}

/** The code that lets the client fetch tokens for this user, within a minute and with its PKCE verifier. */
const answerWithCode = async (
  { asked, browser, server }: Visit,
  { user, scopes }: Allowed,
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
    signedInAt: browser.signedInAt,
    expiresAt: later(now, CODE_SECONDS),
  })
  return answerTo(asked, { code: secret }, server)
}

/** C7.5: who has agreed before to this client, and to no less, goes straight on. */
const hasAgreed = async ({ asked, server }: Visit, { user, scopes }: Allowed): Promise<boolean> => {
  const agreed = await server.stores.consents.agreed(user.id, asked.client.id, agreedSince(user, server))
  return !asked.prompt.has('consent') && agreed !== null && scopes.every((scope) => agreed.includes(scope))
}

/** OpenID Connect Core §3.1.2.6: the client wants an answer, or else no page. */
const refuseSilently = ({ asked }: Visit, code: 'login_required' | 'consent_required'): void => {
  if (asked.prompt.has('none'))
    throw new OAuthError(code, 'The person must sign in or consent, and prompt=none does not allow a page.')
}

const show = async (visit: Visit): Promise<OAuthResponse> => {
  const { asked, asking, browser, server } = visit
  if (browser.user === null || asked.prompt.has('login')) {
    refuseSilently(visit, 'login_required')
    return withCookie(signInPage(asking), visit)
  }
  const { user } = browser
  const scopes = scopesForUser(user, asked.scopes, server.policy)
  if (await hasAgreed(visit, { user, scopes })) return answerWithCode(visit, { user, scopes })
  refuseSilently(visit, 'consent_required')
  return withCookie(consentPage(asking, user, scopes), visit)
}

const allow = async (visit: Visit): Promise<OAuthResponse> => {
  const { asked, browser, server } = visit
  const { user } = browser
  if (user === null) return again(visit)
  const scopes = scopesForUser(user, asked.scopes, server.policy)
  const agreedAt = grantedAt(server.now(), user)
  const agreement = { userId: user.id, clientId: asked.client.id, scopes, agreedAt }
  await server.stores.consents.agree(agreement, agreedSince(user, server))
  return answerWithCode(visit, { user, scopes })
}

const choose = (visit: Visit): Promise<OAuthResponse> => {
  const form = formOf(visit.request)
  checkFormProof(form, visit.browser)
  switch (form.get('choice')) {
    case 'sign-in':
      return signIn(visit, form)
    case 'allow':
      return allow(visit)
    case 'refuse':
      throw new OAuthError('access_denied', 'The person refused access.')
    default:
      throw invalidRequest('The form contains an unknown choice.')
  }
}

/** A request to the endpoint, with its query. */
interface Arrival {
  readonly request: OAuthRequest
  readonly parameters: Parameters
}

const visited = async (
  { request, parameters }: Arrival,
  destination: Destination,
  server: OAuthServer,
): Promise<OAuthResponse> => {
  const asked = authorizationRequest(destination, parameters, server)
  const browser = await browserOf(request, server)
  const { passwordResetUrl } = server
  const asking = { ...destination, query: request.query, browser, passwordResetUrl }
  const visit = { asked, browser, asking, request, server }
  return request.method === 'POST' ? choose(visit) : show(visit)
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
  const parameters = parametersOf(request.query, request.formLimits)
  const destination = await destinationOf(parameters, server)
  try {
    return await visited({ request, parameters }, destination, server)
  } catch (error) {
    if (error instanceof FormRefused) throw error
    const { code, message } = asOAuthError(error, server.report)
    return answerTo(destination, { error: code, error_description: message }, server)
  }
}

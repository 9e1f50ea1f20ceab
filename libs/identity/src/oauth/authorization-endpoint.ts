import type { User } from '@content-service/domain'
import { createSecret, digest } from '../secrets/secrets.ts'
import { parseAuthorizationRequest, findDestination, type Destination } from './authorization-request.ts'
import { addCookie, checkFormProof, FormRefused } from '../web/browser.ts'
import { findBrowser, findConsentStart } from './browser-session.ts'
import { isBuiltIn, keepBuiltIn } from './built-in-client.ts'
import { toGrantTime } from './grant-tokens.ts'
import {
  parseForm,
  parseParameters,
  type OAuthRequest,
  type OAuthResponse,
  type Parameters,
} from '../web/http.ts'
import { toOAuthError, invalidRequest, OAuthError } from '../web/oauth-error.ts'
import { CODE_SECONDS, addSeconds, type OAuthServer } from './oauth-server.ts'
import { renderConsentPage } from './pages/consent-page.ts'
import { renderSignInPage } from './pages/sign-in-page.ts'
import { narrowUserScopes } from './scopes.ts'
import { signIn } from './sign-in-choice.ts'
import {
  redirectToClient,
  redirectToSameRequest,
  type AuthorizationSession,
} from './authorization-session.ts'

/** The scopes that a user allows to the client. */
interface Consent {
  readonly user: User
  readonly scopes: readonly string[]
}

/**
 * Redirects with the code that lets the client fetch tokens for this user, within a minute and with its PKCE verifier.
 */
const answerWithCode = async (
  { authorization, browser, server }: AuthorizationSession,
  { user, scopes }: Consent,
): Promise<OAuthResponse> => {
  const [secret, now] = [createSecret(), server.now()]
  if (isBuiltIn(authorization.client)) await keepBuiltIn(authorization.client, server)
  await server.stores.grants.addCode({
    hash: digest(secret),
    clientId: authorization.client.id,
    userId: user.id,
    scopes,
    redirectUri: authorization.redirectUri,
    codeChallenge: authorization.codeChallenge,
    issuedAt: toGrantTime(now, user),
    signedInAt: browser.signedInAt,
    expiresAt: addSeconds(now, CODE_SECONDS),
  })
  return redirectToClient(authorization, { code: secret }, server)
}

/** C7.5: a user who has agreed to these scopes before sees no page. C20.2: the service itself needs no consent. */
const hasAgreed = async (
  { authorization, server }: AuthorizationSession,
  { user, scopes }: Consent,
): Promise<boolean> => {
  if (isBuiltIn(authorization.client)) return true
  const agreed = await server.stores.consents.agreed(
    user.id,
    authorization.client.id,
    findConsentStart(user, server),
  )
  return (
    !authorization.prompt.has('consent') && agreed !== null && scopes.every((scope) => agreed.includes(scope))
  )
}

/** OpenID Connect Core §3.1.2.6: with prompt=none, the client wants an error instead of a page. */
const refuseSilently = (
  { authorization }: AuthorizationSession,
  code: 'login_required' | 'consent_required',
): void => {
  if (authorization.prompt.has('none'))
    throw new OAuthError(code, 'The person must sign in or consent, and prompt=none does not allow a page.')
}

const show = async (session: AuthorizationSession): Promise<OAuthResponse> => {
  const { authorization, formContext, browser, server } = session
  if (browser.user === null || authorization.prompt.has('login')) {
    refuseSilently(session, 'login_required')
    return addCookie(renderSignInPage(formContext), session)
  }
  const { user } = browser
  const scopes = narrowUserScopes(user, authorization.scopes, server.policy)
  if (await hasAgreed(session, { user, scopes })) return answerWithCode(session, { user, scopes })
  refuseSilently(session, 'consent_required')
  return addCookie(renderConsentPage(formContext, { user, scopes, policy: server.policy }), session)
}

const allow = async (session: AuthorizationSession): Promise<OAuthResponse> => {
  const { authorization, browser, server } = session
  const { user } = browser
  if (user === null) return redirectToSameRequest(session)
  const scopes = narrowUserScopes(user, authorization.scopes, server.policy)
  if (isBuiltIn(authorization.client)) return answerWithCode(session, { user, scopes })
  const agreedAt = toGrantTime(server.now(), user)
  const agreement = { userId: user.id, clientId: authorization.client.id, scopes, agreedAt }
  await server.stores.consents.agree(agreement, findConsentStart(user, server))
  return answerWithCode(session, { user, scopes })
}

const choose = (session: AuthorizationSession): Promise<OAuthResponse> => {
  const form = parseForm(session.request)
  checkFormProof(form, session.browser)
  switch (form.get('choice')) {
    case 'sign-in':
      return signIn(session, form)
    case 'allow':
      return allow(session)
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

const answerArrival = async (
  { request, parameters }: Arrival,
  destination: Destination,
  server: OAuthServer,
): Promise<OAuthResponse> => {
  const authorization = parseAuthorizationRequest(destination, parameters, server)
  const browser = await findBrowser(request, server)
  const { passwordResetUrl } = server
  const formContext = { ...destination, query: request.query, browser, passwordResetUrl }
  const session = { authorization, browser, formContext, request, server }
  return request.method === 'POST' ? choose(session) : show(session)
}

/**
 * RFC 6749 §3.1: signs a person in, asks for consent, and redirects to the client with a code. Errors about the client
 * or its address are shown to the person. Other errors go to the client.
 * @throws OAuthError for the person.
 */
export const authorize = async (request: OAuthRequest, server: OAuthServer): Promise<OAuthResponse> => {
  const parameters = parseParameters(request.query, request.formLimits)
  const destination = await findDestination(parameters, server)
  try {
    return await answerArrival({ request, parameters }, destination, server)
  } catch (error) {
    if (error instanceof FormRefused) throw error
    const { code, message } = toOAuthError(error, server.report)
    return redirectToClient(destination, { error: code, error_description: message }, server)
  }
}

import type { User } from '@content-service/domain'
import type { OAuthClient } from '@content-service/domain/internal/clients'
import { createSecret } from '../secrets/secrets.ts'
import { addCookie, checkFormProof, type Browser } from '../web/browser.ts'
import { findBrowser, signOut, findConsentStart } from './browser-session.ts'
import { parseForm, requireParameter, type OAuthRequest, type OAuthResponse } from '../web/http.ts'
import { invalidRequest } from '../web/oauth-error.ts'
import type { OAuthServer } from './oauth-server.ts'
import { renderAccessPage, renderSignedOutPage } from './pages/access-page.ts'

/** A person who is signed in on the pages. */
interface SignedIn {
  readonly user: User
  readonly browser: Browser
  readonly server: OAuthServer
}

type Client = Pick<OAuthClient, 'id' | 'name'>

const listClients = ({ user, server }: SignedIn): Promise<readonly Client[]> =>
  server.stores.consents.list(user.id, findConsentStart(user, server), server.now())

const show = async (signedIn: SignedIn): Promise<OAuthResponse> => {
  const { user, browser } = signedIn
  return addCookie(renderAccessPage(browser, user, await listClients(signedIn)), signedIn)
}

/**
 * Consent ends with the sign-in. Clients keep their tokens. C20.2: the studio is a part of the service, and its sessions end,
 * in all browsers of the user as the consent does: this page does not see the cookie of a session.
 */
const leave = async ({ user, browser, server }: SignedIn): Promise<OAuthResponse> => {
  await signOut(browser, server)
  await server.stores.consents.forget(user.id)
  if (server.builtIn) await server.stores.grants.endSessionsOf(user.id, server.builtIn.id, server.now())
  return addCookie(renderSignedOutPage(), { browser: { secret: createSecret() }, server })
}

const choose = async (request: OAuthRequest, signedIn: SignedIn): Promise<OAuthResponse> => {
  const { user, browser, server } = signedIn
  const form = parseForm(request)
  checkFormProof(form, browser)
  switch (form.get('choice')) {
    case 'sign-out':
      return leave(signedIn)
    case 'withdraw':
      await server.stores.consents.withdraw(user.id, requireParameter(form, 'client'), server.now())
      return show(signedIn)
    default:
      throw invalidRequest('The form contains an unknown choice.')
  }
}

/** The page on which a person signs out and withdraws the access of clients (C7.5, C12.4). */
export const manageAccess = async (request: OAuthRequest, server: OAuthServer): Promise<OAuthResponse> => {
  const browser = await findBrowser(request, server)
  if (browser.user === null) return renderSignedOutPage()
  const signedIn = { user: browser.user, browser, server }
  return request.method === 'POST' ? choose(request, signedIn) : show(signedIn)
}

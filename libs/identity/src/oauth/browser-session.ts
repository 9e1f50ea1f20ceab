import type { User } from '@content-service/domain'
import { createSecret, digest } from '../secrets/secrets.ts'
import { readBrowserSecret, type Browser } from '../web/browser.ts'
import type { OAuthRequest } from '../web/http.ts'
import { toGrantTime } from './grant-tokens.ts'
import { addSeconds, findSignedInUser, type OAuthServer } from './oauth-server.ts'

const SIGNED_IN_SECONDS = 12 * 3_600

/** The browser of a request, with its user. */
export const findBrowser = async (request: OAuthRequest, server: OAuthServer): Promise<Browser> => {
  const secret = readBrowserSecret(request, server)
  const session = await server.stores.browsers.find(digest(secret), server.now())
  const user = session && (await findSignedInUser(server, session))
  return { secret, user, signedInAt: user && session.issuedAt }
}

/** A sign-in changes the secret of the browser, so that a planted cookie is worth nothing (session fixation). */
export const signInBrowser = async (user: User, server: OAuthServer): Promise<Browser> => {
  const [secret, now] = [createSecret(), server.now()]
  const session = { userId: user.id, issuedAt: toGrantTime(now, user) }
  await server.stores.browsers.add(digest(secret), session, addSeconds(now, SIGNED_IN_SECONDS))
  return { secret, user, signedInAt: session.issuedAt }
}

export const signOut = ({ secret }: Browser, { stores }: OAuthServer): Promise<void> =>
  stores.browsers.remove(digest(secret))

/**
 * The earliest consent of a user that still counts: consent ends with the sessions of the user (C3.6), and after the time of
 * a sign-in on the pages.
 */
export const findConsentStart = ({ tokensValidFrom }: User, { now }: Pick<OAuthServer, 'now'>): Date => {
  const earliest = addSeconds(now(), -SIGNED_IN_SECONDS)
  return tokensValidFrom > earliest ? tokensValidFrom : earliest
}

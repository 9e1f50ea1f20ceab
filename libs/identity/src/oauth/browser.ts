import type { User } from '@content-service/domain'
import { createSecret, digest, isSame } from '../secrets.ts'
import type { OAuthRequest, OAuthResponse, Parameters } from './http.ts'
import { OAuthError } from './oauth-error.ts'
import { toGrantTime } from './grant-tokens.ts'
import { addSeconds, findSignedInUser, type OAuthServer } from './oauth-server.ts'

const SIGNED_IN_SECONDS = 12 * 3_600
const SECRET = /^[\w-]{43}$/

/** A browser on the pages, by a cookie that only this server reads. */
export interface Browser {
  readonly secret: string
  /** Null before the sign-in. */
  readonly user: User | null
  /** The time of the sign-in, or null. */
  readonly signedInAt: Date | null
}

/** With the prefix `__Host-`, no other host of the domain can set the cookie (RFC 6265bis §4.1.3.2). */
const nameCookie = ({ issuer }: Pick<OAuthServer, 'issuer'>): string =>
  issuer.startsWith('https:') ? '__Host-sign-in' : 'sign-in'

const readCookie = ({ headers }: OAuthRequest, name: string): string | undefined =>
  headers['cookie']
    ?.split(/; */)
    .map((pair) => pair.split('='))
    .find(([key, value = '']) => key === name && SECRET.test(value))?.[1]

/** Lax: browsers send the cookie with a redirect from another site, and not with a form of another site. */
export const createCookieHeader = (
  { secret }: Pick<Browser, 'secret'>,
  server: Pick<OAuthServer, 'issuer'>,
) => {
  const secure = server.issuer.startsWith('https:') ? '; Secure' : ''
  return { 'set-cookie': `${nameCookie(server)}=${secret}; Path=/; HttpOnly; SameSite=Lax${secure}` }
}

/** Every page with a form sets the cookie of the browser. */
export const addCookie = (
  response: OAuthResponse,
  to: { readonly browser: Pick<Browser, 'secret'>; readonly server: Pick<OAuthServer, 'issuer'> },
): OAuthResponse => ({
  ...response,
  headers: { ...response.headers, ...createCookieHeader(to.browser, to.server) },
})

/** The secret in the cookie, or a new secret for a new browser. */
export const readBrowserSecret = (request: OAuthRequest, server: Pick<OAuthServer, 'issuer'>): string =>
  readCookie(request, nameCookie(server)) ?? createSecret()

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

/** The hidden field of forms that protects against CSRF. It does not reveal the secret. */
export const createFormProof = ({ secret }: Pick<Browser, 'secret'>): string => digest(`form ${secret}`)

/** Another site sent the form, or the cookie is missing. */
export class FormRefused extends OAuthError {
  constructor() {
    super('access_denied', 'This page was open for too long, or cookies are off. Go back and try again.')
  }
}

/** @throws FormRefused if another site sent the form, or the cookie is missing. */
export const checkFormProof = (form: Parameters, browser: Pick<Browser, 'secret'>): void => {
  if (!isSame(form.get('proof') ?? '', createFormProof(browser))) throw new FormRefused()
}

/**
 * The earliest consent of a user that still counts: consent ends with the sessions of the user (C3.6), and after the time of
 * a sign-in on the pages.
 */
export const findConsentStart = ({ tokensValidFrom }: User, { now }: Pick<OAuthServer, 'now'>): Date => {
  const earliest = addSeconds(now(), -SIGNED_IN_SECONDS)
  return tokensValidFrom > earliest ? tokensValidFrom : earliest
}

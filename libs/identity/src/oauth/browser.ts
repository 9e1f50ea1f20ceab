import type { User } from '@content-service/domain'
import type { OAuthRequest, Parameters } from './http.ts'
import { OAuthError } from './oauth-error.ts'
import { toGrantTime } from './exchange.ts'
import { addSeconds, findSignedInUser, type OAuthServer } from './oauth-server.ts'
import { digest } from '../secrets.ts'
import { isSame, createSecret } from './secrets.ts'

export const SIGNED_IN_SECONDS = 12 * 3_600
const SECRET = /^[\w-]{43}$/

/** The browser in front of the pages, by a cookie that only this server reads. */
export interface Browser {
  readonly secret: string
  /** Null before the sign-in. */
  readonly user: User | null
  /** When that was; null before it. */
  readonly signedInAt: Date | null
}

/** With the prefix, no other host of the domain can set it (RFC 6265bis §4.1.3.2). */
const nameCookie = ({ issuer }: Pick<OAuthServer, 'issuer'>): string =>
  issuer.startsWith('https:') ? '__Host-sign-in' : 'sign-in'

const readCookie = ({ headers }: OAuthRequest, name: string): string | undefined =>
  headers['cookie']
    ?.split(/; */)
    .map((pair) => pair.split('='))
    .find(([key, value = '']) => key === name && SECRET.test(value))?.[1]

/** Lax: it comes with the redirect from a client's site, and with no form of another site. */
export const createCookieHeader = (
  { secret }: Pick<Browser, 'secret'>,
  server: Pick<OAuthServer, 'issuer'>,
) => {
  const secure = server.issuer.startsWith('https:') ? '; Secure' : ''
  return { 'set-cookie': `${nameCookie(server)}=${secret}; Path=/; HttpOnly; SameSite=Lax${secure}` }
}

/** What the browser's cookie holds; a browser that is new here gets a secret that proves its forms. */
export const readBrowserSecret = (request: OAuthRequest, server: Pick<OAuthServer, 'issuer'>): string =>
  readCookie(request, nameCookie(server)) ?? createSecret()

/** Who is in front of the page. */
export const findBrowser = async (request: OAuthRequest, server: OAuthServer): Promise<Browser> => {
  const secret = readBrowserSecret(request, server)
  const session = await server.stores.browsers.find(digest(secret), server.now())
  const user = session && (await findSignedInUser(server, session))
  return { secret, user, signedInAt: user && session.issuedAt }
}

/** Signed in, a browser has a new secret: one that somebody else has planted there is worth nothing. */
export const signInBrowser = async (user: User, server: OAuthServer): Promise<Browser> => {
  const [secret, now] = [createSecret(), server.now()]
  const session = { userId: user.id, issuedAt: toGrantTime(now, user) }
  await server.stores.browsers.add(digest(secret), session, addSeconds(now, SIGNED_IN_SECONDS))
  return { secret, user, signedInAt: session.issuedAt }
}

export const signOut = ({ secret }: Browser, { stores }: OAuthServer): Promise<void> =>
  stores.browsers.remove(digest(secret))

/** What a form of ours carries to show that it came from a page of ours. It tells nothing of the secret. */
export const createFormProof = ({ secret }: Pick<Browser, 'secret'>): string => digest(`form ${secret}`)

/** A form that no page of ours has sent to this browser. It says nothing of what the person wants. */
export class FormRefused extends OAuthError {
  constructor() {
    super('access_denied', 'This page was open for too long, or cookies are off. Go back and try again.')
  }
}

/** @throws FormRefused when another site has sent the form, or the cookie has gone. */
export const checkFormProof = (form: Parameters, browser: Pick<Browser, 'secret'>): void => {
  if (!isSame(form.get('proof') ?? '', createFormProof(browser))) throw new FormRefused()
}

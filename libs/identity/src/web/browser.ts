import type { User } from '@content-service/domain'
import { createSecret, digest, isSame } from '../secrets/secrets.ts'
import type { OAuthRequest, OAuthResponse, Parameters } from './http.ts'
import { OAuthError } from './oauth-error.ts'

/** The server whose cookies a browser has. */
interface Issuer {
  readonly issuer: string
}

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
const nameCookie = ({ issuer }: Issuer): string =>
  issuer.startsWith('https:') ? '__Host-sign-in' : 'sign-in'

const readCookie = ({ headers }: OAuthRequest, name: string): string | undefined =>
  headers['cookie']
    ?.split(/; */)
    .map((pair) => pair.split('='))
    .find(([key, value = '']) => key === name && SECRET.test(value))?.[1]

/** Lax: browsers send the cookie with a redirect from another site, and not with a form of another site. */
export const createCookieHeader = ({ secret }: Pick<Browser, 'secret'>, server: Issuer) => {
  const secure = server.issuer.startsWith('https:') ? '; Secure' : ''
  return { 'set-cookie': `${nameCookie(server)}=${secret}; Path=/; HttpOnly; SameSite=Lax${secure}` }
}

/** Every page with a form sets the cookie of the browser. */
export const addCookie = (
  response: OAuthResponse,
  to: { readonly browser: Pick<Browser, 'secret'>; readonly server: Issuer },
): OAuthResponse => ({
  ...response,
  headers: { ...response.headers, ...createCookieHeader(to.browser, to.server) },
})

/** The secret in the cookie, or a new secret for a new browser. */
export const readBrowserSecret = (request: OAuthRequest, server: Issuer): string =>
  readCookie(request, nameCookie(server)) ?? createSecret()

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

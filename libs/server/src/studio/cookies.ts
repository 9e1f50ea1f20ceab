import type { Exchange } from '../http/exchange.ts'

/** A cookie of the studio. No script can read it. */
export interface Cookie {
  readonly name: string
  readonly path: string
  readonly sameSite: 'Strict' | 'Lax'
  readonly maxAgeSeconds: number
}

type Where = { readonly baseUrl: string }

const isSecure = ({ baseUrl }: Where): boolean => baseUrl.startsWith('https:')

/** RFC 6265bis §4.1.3.1: with the prefix, no page without TLS can set the cookie. `__Host-` would require the path `/`. */
const nameCookie = ({ name }: Cookie, where: Where): string => (isSecure(where) ? `__Secure-${name}` : name)

/** The value of the cookie; null without it, and if a browser sends two of them. */
export const readCookie = ({ request }: Exchange, cookie: Cookie, where: Where): string | null => {
  const name = `${nameCookie(cookie, where)}=`
  const found = (request.headers.cookie ?? '').split(/; */).filter((pair) => pair.startsWith(name))
  const [pair] = found
  return pair === undefined || found.length > 1 ? null : pair.slice(name.length)
}

/** The header that sets the cookie. */
export const writeCookie = (
  cookie: Cookie,
  value: string,
  where: Where,
  maxAge = cookie.maxAgeSeconds,
): string => {
  const { path, sameSite } = cookie
  const secure = isSecure(where) ? '; Secure' : ''
  return `${nameCookie(cookie, where)}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}${secure}`
}

/** The header that removes the cookie. */
export const removeCookie = (cookie: Cookie, where: Where): string => writeCookie(cookie, '', where, 0)
